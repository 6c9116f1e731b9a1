/// The steps of a chain before some other step, or the observables with which it begins.
///
/// A class, so that a step shares what's before it, and the compiler needs no closure for that.
@usableFromInline
class Upstream<Message> {

    /// The messenger of the observable, or of the first one of several.
    var firstMessenger: AnyObject { preconditionFailure("A chain begins with an observable.") }

    /// Starts the observation.
    @usableFromInline
    final func start(at site: ObservingSite, _ handler: Handler<Message>) -> ObservationHandle {
        start(at: site, handler, nil)
    }

    /// Starts the observation with a handler of what comes out of these steps.
    func start(at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?) -> ObservationHandle {
        preconditionFailure("A step starts an observation.")
    }

    /// The same, so that messages that wait become one. Only what a chain begins with does that.
    func startMerging(
        at site: ObservingSite, _ handler: Handler<Message>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        preconditionFailure("Messages are merged before they're transformed.")
    }

    /// The same in batches. Only what a chain begins with does that.
    func startBatches(
        at site: ObservingSite, upTo limit: Int, _ handler: Handler<[Message]>, _ extras: ObservationExtras?
    ) -> ObservationHandle {
        preconditionFailure("Messages are batched before they're transformed.")
    }
}
