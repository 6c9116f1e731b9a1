/// Where observations are registered, as they know it.
///
/// There is one subclass, `PostOffice`. This base class is all that an observation needs to know of it, so that observations
/// don't depend on delivery. It's a job because an office that delivers on a queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended. Call this without a lock.
    func unregister(_ observation: AnyObservation) {}

    /// The author, or whoever stands in for an author that is dead or dying.
    func livingAuthor(_ author: AnyObject?) -> AnyObject { SwiftObserver.livingAuthor(author, orElse: nil) }
}
