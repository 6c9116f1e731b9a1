/// The steps of a chain before some other step, or the observables with which it begins.
///
/// It's a class, so that a step shares the steps before it, and the compiler needs no closure for
/// that.
@usableFromInline
class Upstream<Message> {

    /// The messenger of the observable, or of the first one of several.
    var firstMessenger: AnyObject { preconditionFailure("A chain begins with an observable.") }

    /// Starts the observation.
    @usableFromInline
    final func start(at site: ObservingSite, _ handler: Handler<Message>) -> ObservationHandle {
        start(at: site, handler, nil)
    }

    /// Starts the observation with a handler of the output of these steps.
    func start(at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?) -> ObservationHandle {
        preconditionFailure("A subclass must start the observation.")
    }

    /// Starts the observation so that waiting messages are merged.
    ///
    /// Only the beginning of a chain does that.
    func startMerging(
        at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        preconditionFailure("Only the beginning of a chain can merge messages.")
    }

    /// Starts the observation in batches.
    ///
    /// Only the beginning of a chain does that.
    func startBatches(
        at site: ObservingSite, upTo limit: Int, _ handler: Handler<[Message]>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        preconditionFailure("Only the beginning of a chain can batch messages.")
    }
}
