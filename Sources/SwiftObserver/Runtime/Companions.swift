import Synchronization

/// Observations that end together, like the parts of a combined observation.
///
/// One flag ends them all at once, before the members are cleaned up one after the other.
final class Companions: Sendable {

    private let members = Protected([AnyObservation]?.some([]))
    private let ending = Atomic(false)

    /// An observation that ends together with the members, but isn't kept.
    private weak let follower: AnyObservation?

    init(followedBy follower: AnyObservation? = nil) { self.follower = follower }

    /// Whether all members have ended.
    var areEnded: Bool { ending.load(ordering: .acquiring) }

    /// Adds an observation before it starts, and tells whether it may start.
    func add(_ observation: AnyObservation) -> Bool {
        members.withLock { members in
            members?.append(observation)
            return members != nil
        }
    }

    /// Makes sure that no member receives anything any more.
    func mark() { ending.store(true, ordering: .releasing) }

    /// Ends all members. When this has returned, on whatever thread, none of them receives anything any more.
    func end() {
        mark()
        members.exchange(nil)?.forEach { $0.end() }
        #if EXPLORE
            if follower != nil { explored(.weakLoad) }
        #endif
        follower?.end()
    }
}
