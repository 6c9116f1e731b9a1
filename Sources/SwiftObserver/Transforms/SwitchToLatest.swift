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

/// The observable that is passed on at the moment.
///
/// `@unchecked Sendable` because all of it is guarded by locks, and the observables come from handlers, which may be anywhere.
private final class SwitchedSource<Source: MessageSource & SendableMetatype>: @unchecked Sendable {

    private let office: PostOffice

    /// The type of the observable that switches, and where it began.
    private let type: Any.Type
    private let startPoint: StartPoint

    /// How often it was switched. The messages of one observable are only posted while it's the number of that.
    private let published: PublishedState<Int, Source.Message>

    /// While this is locked, the published state is locked.
    private let state = Protected(State())

    private struct State {
        var link: SourceLink<Source>?

        /// Whether nothing more comes through. The origin may still be passing on an observable.
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

    /// Creates an observable that passes on the messages of the latest observable that this one has sent.
    ///
    /// ```swift
    /// let results = query.new().map { search(for: $0) }.startingWithLatest().switchToLatest()
    /// ```
    ///
    /// From the moment in which this one delivers another observable, no message of the one before comes through any more, not
    /// even one that another thread is passing on: what is sent is sent in one order with the switches. The observable that it
    /// switched to is held strongly until the next switch. If that is to start with its latest message, let this one send what
    /// its ``BufferedObservable/startingWithLatest()`` returns.
    public func switchToLatest(file: StaticString = #fileID, line: UInt = #line) -> Transform<Self, Message.Message> {
        SwitchToLatest(self, at: StartPoint(Self.self, file, line))
    }
}

/// `@unchecked` because what it switches to is guarded by locks.
extension SwitchToLatest: @unchecked Sendable where Origin.Message.Message: Sendable {}
