/// Passes on the messages of the latest observable that its origin has sent.
final class SwitchToLatest<Origin: MessageSource>: Transform<Origin, Origin.Message.Message>
where Origin.Message: MessageSource & SendableMetatype {

    init(_ origin: Origin, at startPoint: StartPoint) {
        let office = PostOffice()
        let current = SwitchedSource<Origin.Message>(office, of: SwitchToLatest.self, at: startPoint)
        self.current = current
        super.init(
            origin, at: startPoint, office: office
        ) { _ in .relay { source, _ in current.switch(to: source) } }
    }

    deinit { current.stop() }

    private let current: SwitchedSource<Origin.Message>
}

/// The observable whose messages are passed on at the moment.
///
/// `@unchecked Sendable` because locks guard everything. The observables come from handlers, which
/// may run on any thread.
private final class SwitchedSource<Source: MessageSource & SendableMetatype>: @unchecked Sendable {

    private let office: PostOffice

    /// The type of the observable that switches, and where it was created.
    private let type: Any.Type
    private let startPoint: StartPoint

    /// The number of switches so far.
    ///
    /// Messages of an observable are only posted while this is its number.
    private let published: PublishedState<Int, Source.Message>

    /// While this lock is held, the lock of the published state is taken.
    private let state = Protected(State())

    private struct State {
        var link: SourceLink<Source>?

        /// Whether no more messages are passed on. The origin may still be passing on an
        /// observable.
        var hasStopped = false
    }

    init(_ office: PostOffice, of type: Any.Type, at startPoint: StartPoint) {
        self.office = office
        self.type = type
        self.startPoint = StartPoint(Source.self, startPoint.file, startPoint.line)
        published = PublishedState(0, office: office)
    }

    func `switch`(to source: Source) {
        let messenger = source.sourceMessenger.messenger
        let (old, started) = state.withLock { state -> (SourceLink<Source>?, Observation<Source.Message>?) in
            if state.hasStopped { return (nil, nil) }
            let number = published.state.withLock { number in
                number += 1
                return number
            }
            let observation = Observation.forwarding(
                messenger, to: office, of: type, at: startPoint
            ) { [published] _ in
                .relay { message, author in published.send(message, as: author) { $0 == number } }
            }
            let old = state.link
            state.link = SourceLink(source: source, observation: observation)
            return (old, observation)
        }
        old?.release()
        if let started { messenger.start(started) }
    }

    func stop() {
        let old = state.withLock { state in
            state.hasStopped = true
            return state.link.take()
        }
        old?.release()
    }
}

extension MessageSource where Message: MessageSource & SendableMetatype {

    /// Creates an observable that passes on the messages of the latest observable.
    ///
    /// ```swift
    /// let results = query.new().map { search(for: $0) }.startingWithLatest().switchToLatest()
    /// ```
    ///
    /// The latest observable is the one that this observable has delivered last. To receive its
    /// latest message after a switch, let this observable send the result of
    /// ``BufferedObservable/startingWithLatest()``.
    ///
    /// **Order:** Switches and messages form one sequence. Once this observable delivers another
    /// one, no message of the earlier one gets through. That includes a message that another thread
    /// is passing on at that moment.
    ///
    /// **Lifetime:** The latest observable is retained until the next switch.
    public func switchToLatest(file: StaticString = #fileID, line: UInt = #line) -> Transform<Self, Message.Message> {
        SwitchToLatest(self, at: StartPoint(Self.self, file, line))
    }
}

/// `@unchecked` because locks guard the latest observable.
extension SwitchToLatest: @unchecked Sendable where Origin.Message.Message: Sendable {}
