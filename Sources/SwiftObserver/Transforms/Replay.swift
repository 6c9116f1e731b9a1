/// Sends to each new observer the latest messages of its origin, and then all that follow.
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

    /// Creates an observable that sends to each new observer so many of the latest messages, and then all that follow.
    ///
    /// ```swift
    /// let recentNews = news.replay(10)
    /// dog.observe(recentNews) { … }    // called with up to 10 messages from before
    /// ```
    ///
    /// What has come since it was created is replayed, oldest first, without a gap and without repeating any: clause 16 of
    /// <doc:Guarantees>. It's kept as long as the observable lives. What someone sends through that is replayed as well, and it's the author of
    /// all that is replayed. If the number is below 1, the program stops.
    ///
    /// - Complexity: A message is O(1), a start O(n) in messages that are replayed.
    public func replay(_ count: Int, file: StaticString = #fileID, line: UInt = #line) -> Transform<Self, Message> {
        if count < 1 { Misuse.countBelowOne.stop(file: file, line: line) }
        return Replay(self, at: StartPoint(Self.self, file, line), count)
    }
}

/// `@unchecked` because the messages are guarded by the lock of the published state.
extension Replay: @unchecked Sendable where Origin.Message: Sendable {}
