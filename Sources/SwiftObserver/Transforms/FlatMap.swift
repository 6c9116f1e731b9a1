/// Merges the observables that a closure makes from the messages of its origin.
final class FlatMap<Origin: MessageSource, Source: MessageSource & SendableMetatype>:
    Transform<Origin, Source.Message>
{

    init(_ origin: Origin, at startPoint: StartPoint, _ make: @escaping @Sendable (Origin.Message) -> Source) {
        let office = PostOffice(), sources = AddedSources<Source>(office, of: FlatMap.self, at: startPoint)
        self.sources = sources
        super.init(
            origin, at: startPoint, office: office
        ) { _ in .relay { message, _ in sources.add(make(message)) } }
    }

    deinit { sources.stop() }

    override func refuseMessages() {
        super.refuseMessages()
        sources.stop()
    }

    private let sources: AddedSources<Source>
}

/// The observables whose messages are passed on.
///
/// `@unchecked Sendable` because a lock guards everything. The observables come from handlers,
/// which may run on any thread.
private final class AddedSources<Source: MessageSource & SendableMetatype>: @unchecked Sendable {

    private let office: PostOffice

    /// The type of the observable that passes on their messages, and where it was created.
    private let type: Any.Type
    private let startPoint: StartPoint

    /// While this lock is held, only the lock of a new observation's group is taken.
    private let state = Protected(State())

    private struct State {

        /// By the number of observables that were added before.
        var links: [Int: SourceLink<Source>] = [:]
        var addedCount = 0

        /// Whether no more messages are passed on. The origin may still be passing on a message.
        var hasStopped = false
    }

    init(_ office: PostOffice, of type: Any.Type, at startPoint: StartPoint) {
        self.office = office
        self.type = type
        self.startPoint = StartPoint(Source.self, startPoint.file, startPoint.line)
    }

    func add(_ source: Source) {
        let messenger = source.sourceMessenger.messenger
        let added = state.withLock { state -> (number: Int, observation: Observation<Source.Message>)? in
            if state.hasStopped { return nil }
            let number = state.addedCount
            state.addedCount += 1
            let observation = Observation.forwarding(
                messenger, to: office, of: type, at: startPoint
            ) { [office] extras in
                let group = ObservationGroup()
                extras.group = group
                extras.farewell = { [self] in
                    group.end(because: .farewell)
                    remove(number)
                }
                return .relay { office.send($0, from: $1) }
            }
            state.links[number] = SourceLink(source: source, observation: observation)
            return (number, observation)
        }
        guard let added else { return }
        messenger.start(added.observation)

        // A closed observable doesn't let the observation start, and sends no farewell.
        if added.observation.isEnded { remove(added.number) }
    }

    /// Releases an observable that was closed.
    private func remove(_ number: Int) { state.withLock { $0.links.removeValue(forKey: number) }?.release() }

    func stop() {
        let links = state.withLock { state in
            state.hasStopped = true
            defer { state.links = [:] }
            return state.links
        }
        for link in links.values { link.observation?.end() }
        Trampoline.release(consume links)
    }
}

extension MessageSource {

    /// Creates an observable that merges the observables that a closure returns.
    ///
    /// ```swift
    /// let lines = connections.flatMap { $0.lines }
    /// ```
    ///
    /// The closure is called for each message of this one. To pass on the messages of the latest
    /// observable only, use ``flatMapLatest(_:file:line:)``.
    ///
    /// **Order:** The messages of each observable keep their order. All observers see the same
    /// order.
    ///
    /// **Lifetime:** Each observable is retained until it's closed.
    ///
    /// - Complexity: O(1) for a message, for adding an observable and for closing one.
    public func flatMap<Source: MessageSource & SendableMetatype>(
        _ makeSource: @escaping @Sendable (Message) -> Source, file: StaticString = #fileID, line: UInt = #line
    ) -> Transform<Self, Source.Message> {
        FlatMap(self, at: StartPoint(Self.self, file, line), makeSource)
    }
}

/// `@unchecked` because a lock guards the observables.
extension FlatMap: @unchecked Sendable where Source.Message: Sendable {}
