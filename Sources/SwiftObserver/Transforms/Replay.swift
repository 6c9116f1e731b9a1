/// Sends the latest messages of its origin to each new observer, and then all later ones.
final class Replay<Origin: MessageSource>: Transform<Origin, Origin.Message> {

    init(_ origin: Origin, at startPoint: StartPoint, _ count: Int) {
        let office = PostOffice()
        let published = PublishedState<LatestElements<Message>, Message>(LatestElements(count), office: office)
        self.published = published
        super.init(
            origin, at: startPoint, office: office
        ) { _ in .relay { message, author in published.keep(message, from: author) } }
    }

    private let published: PublishedState<LatestElements<Origin.Message>, Origin.Message>

    override func start(_ observation: Observation<Origin.Message>) {
        var elements: [Origin.Message] = [], work = DeferredWork()
        let delivery = published.start(observation, ofMessenger: self) { latest, state in
            elements = latest.elements
            return state.post(all: elements, to: observation, from: self, by: .current, office: office, &work)
        }
        if let delivery, let first = elements.first { office.perform(delivery, &work, first, from: self) }
    }

    override func dispatch(_ message: Origin.Message, from author: AnyObject) {
        published.keep(message, from: author)
    }
}

extension PublishedState where State == LatestElements<Message> {

    fileprivate func keep(_ message: Message, from author: AnyObject?) {
        var removed = message
        send(message, as: author) {
            $0.append(&removed)
            return true
        }
        withExtendedLifetime(removed) {}
    }
}

extension MessageSource {

    /// Creates an observable that first sends the latest messages to each new observer.
    ///
    /// ```swift
    /// let recentNews = news.replay(10)
    /// dog.observe(recentNews) { … }    // called with up to 10 messages from before
    /// ```
    ///
    /// All later messages follow. It replays messages that came after its creation, and those that
    /// were sent through it. It keeps them until it's deallocated, and is the author of the
    /// replayed messages.
    ///
    /// **Order:** The oldest message comes first. Between replayed and later messages, none is
    /// missing or repeated: clause 16 of <doc:Guarantees>.
    ///
    /// If the number is below 1, the program stops.
    ///
    /// - Complexity: O(1) for a message. O(n) in replayed messages for the start of an observation.
    public func replay(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Transform<Self, Message> {
        if count < 1 { Misuse.countBelowOne.stop(file: file, line: line) }
        return Replay(self, at: StartPoint(Self.self, file, line), count)
    }
}

/// `@unchecked` because the lock of the published state guards the messages.
extension Replay: @unchecked Sendable where Origin.Message: Sendable {}
