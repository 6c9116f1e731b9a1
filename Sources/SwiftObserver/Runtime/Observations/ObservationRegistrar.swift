/// Where the observations of one observable are registered, as they know it.
///
/// There is one subclass, `PostOffice`. This base class is all that an observation needs to know of it, so that observations
/// don't depend on delivery. It's a job because an office that delivers on a queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended, or that only stood in for another one. Call this without a lock.
    func unregister(_ observation: AnyObservation) {}

    /// Lets those go on who wait for room, if there's enough. Call this without a lock.
    func makeRoom() {}

    /// The author, or whoever stands in for an author that is dead or dying.
    func livingAuthor(_ author: AnyObject?) -> AnyObject { SwiftObserver.livingAuthor(author, orElse: nil) }
}

/// The author, or the messenger in place of an author that is dead or dying.
///
/// A weak reference to a dying object reads as `nil`, which is how we know. The messenger may be dead or dying, too.
func livingAuthor(_ author: AnyObject?, orElse messenger: @autoclosure () -> AnyObject?) -> AnyObject {
    willLoadWeakReference()
    weak let living = author
    return living ?? messenger() ?? UnknownAuthor.shared
}

/// The author of a message that was sent by a messenger in its own `deinit`.
private final class UnknownAuthor: Sendable {
    static let shared = UnknownAuthor()
}
