/// Where the observations of one observable are registered, as they know it.
///
/// There is one subclass, `PostOffice`. This base class is all that an observation needs to know of it, so that observations
/// don't depend on delivery. It's a job because an office that delivers on a queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended, or that only stood in for another one. Call this without a lock. Tells whether a
    /// handler of it may still be running.
    @discardableResult
    func unregister(_ observation: AnyObservation) -> Bool { false }

    /// Whether handlers may be running, also those of observations that have ended.
    var isHandling: Bool { false }

    // MARK: - Wait

    /// Makes a barrier wait until everything is handled that was sent so far.
    func drain(_ barrier: Barrier, _ route: DrainRoute) {}

    /// Makes a barrier wait until the message is delivered that is being delivered in place.
    func waitForDelivery(_ barrier: Barrier) {}

    /// Makes a barrier wait for handlers of observations that have ended before, all or those of one receiver.
    func waitForEnded(_ barrier: Barrier, of receiver: LockedReceiverState?) {}

    /// Remembers inboxes of which something may still be handled on behalf of an observation that has ended.
    func rememberEnded(_ inboxes: [AnyInbox], of receiver: LockedReceiverState?) {}

    /// Lets a receiver remember that a handler may still be running after its observation has ended. Call this without a lock.
    final func rememberEnd(in receiver: LockedReceiverState) {
        guard let remembered = receiver.withLock({ $0.remember(self) }) else { return }
        let idle = remembered.outdated { !$0.isHandling }
        receiver.withLock { $0.forget(idle) }
    }

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
