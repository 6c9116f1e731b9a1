/// Where the observations of one observable are registered, as they know it.
///
/// There is one subclass, `PostOffice`. This base class is all that an observation needs to know of it, so that observations
/// don't depend on delivery. It's a job because an office that delivers on a queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended, or that only stood in for another one. Call this without a lock. Tells whether a
    /// handler of it may still be running.
    @discardableResult
    func unregister(_ observation: AnyObservation, because reason: EndReason) -> Bool { false }

    /// Whether there are any observations.
    var isObserved: Bool { false }

    /// What was counted so far, as long as there are no observations.
    ///
    /// This may be asked of a registrar that is about to die and waits for the lock of the directory. So it must not be retained.
    var restingCounts: RestingCounts { RestingCounts(number: 0, name: nil, sent: 0, refused: 0) }

    /// Whether handlers may be running, also those of observations that have ended.
    var isHandling: Bool { false }

    // MARK: - Wait

    /// Makes a barrier wait until everything is handled that was sent so far.
    func drain(_ barrier: Barrier, _ route: DrainRoute) {}

    /// Adds a marker behind all messages that are in line, or only behind the one that is being delivered in place. Returns
    /// `false` if there's none.
    func add(_ marker: Marker, behindLine isBehindLine: Bool) -> Bool { false }

    /// Removes a marker if it's still there.
    func remove(_ marker: Marker) {}

    /// The thread that is delivering, if one is.
    var deliveringThread: ThreadID? { nil }

    /// The observations in place, if there's something that waits for any of them. Each has to wait for all others.
    func unfinishedInPlace(of observable: Any.Type) -> [Unfinished] { [] }

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

/// Where a handler of the library passes messages on to: a transform, or the office of a combined observation.
///
/// A class, so that it costs nothing to pass that there is none.
final class Downstream: Sendable {

    /// Where they're sent.
    let registrar: ObservationRegistrar

    /// Who gets them.
    let type: Any.Type

    init(registrar: ObservationRegistrar, type: Any.Type) {
        self.registrar = registrar
        self.type = type
    }
}

/// The author, or the messenger in place of an author that is dead or dying.
///
/// A weak reference to a dying object reads as `nil`, which is how we know. The messenger may be dead or dying, too.
func livingAuthor(_ author: AnyObject?, orElse messenger: @autoclosure () -> AnyObject?) -> AnyObject {
    WeakReference(author).object ?? messenger() ?? UnknownAuthor.shared
}

/// The author of a message that was sent by a messenger in its own `deinit`.
private final class UnknownAuthor: Sendable {
    static let shared = UnknownAuthor()
}
