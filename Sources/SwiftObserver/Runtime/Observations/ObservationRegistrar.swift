/// Where the observations of one observable are registered, as they know it.
///
/// There is one subclass, `PostOffice`. This base class is all that an observation needs to know of it, so that observations
/// don't depend on delivery. It's a job because an office that delivers on a queue is posted to the lane of that queue.
class ObservationRegistrar: Job, @unchecked Sendable {

    /// Forgets an observation that has ended, or that only stood in for another one, and retires it if its handler may still be running.
    /// Call this without a lock.
    func unregister(_ observation: AnyObservation, because reason: EndReason) { _ = observation.retireIfHandling() }

    /// Forgets a retired observation whose handler has returned. The caller must keep it alive meanwhile.
    func forgetRetired(_ observation: AnyObservation) {}

    /// Remembers weakly what has to do with observations that have ended: a group of which one is retired.
    func remember(_ group: ObservationGroup) {}

    /// Whether there are any observations.
    var isObserved: Bool { false }

    /// What was counted so far, as long as there are no observations.
    ///
    /// This may be asked of a registrar that is about to die and waits for the lock of the directory. So it must not be retained.
    var restingCounts: RestingCounts { RestingCounts(number: 0, name: nil, sent: 0, refused: 0) }

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
