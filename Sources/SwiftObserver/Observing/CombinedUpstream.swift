/// The observables with which a chain begins that observes several. Its messages are tuples.
class CombinedUpstream<Message>: Upstream<Message> {

    /// Starts the observation with a handler that pulls the messages.
    ///
    /// - Parameter isMerging: Whether at most one message of each observable waits.
    func start(
        at site: ObservingSite, _ extras: ObservationExtras?, isMerging: Bool, batching: CombinedBatching?,
        as handler: CombinedHandler
    ) -> ObservationHandle {
        preconditionFailure("A subclass must start the combined observation.")
    }

    /// Pulls the messages of all observables, in the order in which they were named.
    ///
    /// It's a function of the type, since an observation retains no observable.
    class func next(_ pull: inout CombinedPull) -> Message { preconditionFailure("A subclass must pull the messages.") }

    final override func start(at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?)
        -> ObservationHandle
    {
        start(at: site, extras, isMerging: false, batching: nil, as: pulling(for: handler))
    }

    final override func startMerging(
        at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        start(at: site, extras, isMerging: true, batching: nil, as: pulling(for: handler))
    }

    /// Starts an observation in batches.
    ///
    /// The handler of the parts runs for each message, and adds what it pulls to the batch. Then
    /// the batch is handled.
    final override func startBatches(
        at site: ObservingSite, upTo limit: Int, _ handler: Handler<[Message]>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        let batch = HandlerState<[Message]>([])
        let type = UncheckedSendable(type(of: self))
        let batching = CombinedBatching(limit: limit, readsAuthor: handler.readsAuthor) { author in
            let messages = batch.take()
            batch.set([])
            // The last messages of a batch may do nothing but end the observation.
            if messages.isEmpty { return }
            handler.call(messages, from: author) { _ in author }
        }
        return start(
            at: site, extras, isMerging: false, batching: batching,
            as: .message { messages in
                var all = batch.take()
                all.append(type.value.next(&messages))
                batch.set(all)
            })
    }

    private func pulling(for handler: Handler<Message>) -> CombinedHandler {
        let type = UncheckedSendable(type(of: self))
        return switch handler {
        case .message(let receive): .message { receive(type.value.next(&$0)) }
        case .messageWithAuthor(let receive):
            .messageWithAuthor { pull, author in
                let messages = type.value.next(&pull)
                receive(messages, pull.livingAuthor(author))
            }
        case .relay(let receive): .messageWithAuthor { receive(type.value.next(&$0), $1) }
        }
    }

    /// The limit of one of the observables.
    final func limit<One>(isMerging: Bool) -> BufferLimit<One> {
        func merging<M: Mergeable>(_: M.Type) -> BufferLimit<One>? { M.merging.limit as? BufferLimit<One> }
        guard isMerging else { return .unbounded }
        guard let type = One.self as? any Mergeable.Type, let limit = merging(type) else {
            preconditionFailure("These messages can't be merged.")
        }
        return limit
    }
}

/// Two observables.
final class UpstreamPair<A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable>: CombinedUpstream<
    (A.Message, B.Message)
>
{
    private let a: A
    private let b: B

    init(_ a: A, _ b: B) {
        self.a = a
        self.b = b
    }

    override var firstMessenger: AnyObject { a.sourceMessenger.messenger }

    override class func next(_ pull: inout CombinedPull) -> (A.Message, B.Message) { (pull.next(), pull.next()) }

    override func start(
        at site: ObservingSite, _ extras: ObservationExtras?, isMerging: Bool, batching: CombinedBatching?,
        as handler: CombinedHandler
    ) -> ObservationHandle {
        site.combine(
            a, b, limits: (limit(isMerging: isMerging), limit(isMerging: isMerging)), extras: extras,
            batching: batching, as: handler)
    }
}

/// Three observables.
final class UpstreamTriple<
    A: BufferedMessageSource & Sendable, B: BufferedMessageSource & Sendable, C: BufferedMessageSource & Sendable
>: CombinedUpstream<(A.Message, B.Message, C.Message)> {

    private let a: A
    private let b: B
    private let c: C

    init(_ a: A, _ b: B, _ c: C) {
        self.a = a
        self.b = b
        self.c = c
    }

    override var firstMessenger: AnyObject { a.sourceMessenger.messenger }

    override class func next(_ pull: inout CombinedPull) -> (A.Message, B.Message, C.Message) {
        (pull.next(), pull.next(), pull.next())
    }

    override func start(
        at site: ObservingSite, _ extras: ObservationExtras?, isMerging: Bool, batching: CombinedBatching?,
        as handler: CombinedHandler
    ) -> ObservationHandle {
        site.combine(
            a, b, c,
            limits: (limit(isMerging: isMerging), limit(isMerging: isMerging), limit(isMerging: isMerging)),
            extras: extras, batching: batching, as: handler)
    }
}
