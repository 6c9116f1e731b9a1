/// A transform of a chain.
///
/// A chain starts from its end: each step turns the handler of its output into one of its input,
/// anew for each observation.
final class UpstreamStep<Input, Output>: Upstream<Output> {

    typealias Prepare =
        (ObservingSite, Handler<Output>, ObservationExtras?) -> (handler: Handler<Input>, extras: ObservationExtras?)

    private let origin: ObservingOrigin<Input>
    private let prepare: Prepare

    init(_ origin: ObservingOrigin<Input>, _ prepare: @escaping Prepare) {
        self.origin = origin
        self.prepare = prepare
    }

    override var firstMessenger: AnyObject { origin.firstMessenger }

    override func start(at site: ObservingSite, _ handler: Handler<Output>, _ extras: ObservationExtras?)
        -> ObservationHandle
    {
        let prepared = prepare(site, handler, extras)
        return origin.start(at: site, prepared.handler, prepared.extras)
    }
}

/// Merges the messages that wait.
final class UpstreamMerging<Message>: Upstream<Message> {

    private let origin: ObservingOrigin<Message>
    private let limit: BufferLimit<Message>

    init(_ origin: ObservingOrigin<Message>, _ limit: BufferLimit<Message>) {
        self.origin = origin
        self.limit = limit
    }

    override var firstMessenger: AnyObject { origin.firstMessenger }

    override func start(at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?)
        -> ObservationHandle
    {
        origin.startMerging(at: site, limit, handler, extras)
    }
}

/// Combines the messages that wait into batches.
final class UpstreamBatches<Message>: Upstream<[Message]> {

    private let origin: ObservingOrigin<Message>
    private let limit: Int

    init(_ origin: ObservingOrigin<Message>, upTo limit: Int) {
        self.origin = origin
        self.limit = limit
    }

    override var firstMessenger: AnyObject { origin.firstMessenger }

    override func start(at site: ObservingSite, _ handler: Handler<[Message]>, _ extras: ObservationExtras?)
        -> ObservationHandle
    {
        origin.startBatches(at: site, upTo: limit, handler, extras)
    }
}

extension Observing {

    /// Adds a step that is prepared anew for each observation.
    func step<Output>(_ prepare: @escaping UpstreamStep<Message, Output>.Prepare)
        -> Observing<Output, Form, ObservingStage.Transforming>
    {
        Observing<Output, Form, ObservingStage.Transforming>(
            site, ObservingOrigin(UpstreamStep(origin, prepare)))
    }
}
