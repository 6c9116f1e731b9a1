import Synchronization

/// Observations that end together, like the parts of a combined observation.
///
/// One flag ends them all at once, before the members are unregistered one after the other.
///
/// INVARIANTS
/// - The flag is set before any member is marked as ended, and never reset.
/// - The thread that takes the active members ends and unregisters all of them. From then on, none
///   is added.
/// - As long as a member isn't unregistered, `enders` isn't 0. If a handler may be running, each
///   registrar that has lost its member remembers the group.
final class ObservationGroup: Sendable {

    /// The members until the group ends, then weak references, and the number of ending threads.
    ///
    /// A running handler keeps its observation alive, so it can still be awaited after the end.
    ///
    /// No other lock is taken while this one is held.
    private let members = Protected((active: [AnyObservation]?.some([]), ended: [WeakReference](), enders: 0))

    /// `true` if all members have ended.
    ///
    /// Both accesses are sequentially consistent, like accesses to the mark of a single
    /// observation. On AArch64, that's `stlrb` and `ldarb`.
    private let ended = Atomic(false)

    /// An observation that ends together with the members, but isn't retained.
    ///
    /// It's never set after the initialization.
    private nonisolated(unsafe) weak var follower: AnyObservation?
    private let hasFollower: Bool

    init(followedBy follower: AnyObservation? = nil) {
        self.follower = follower
        hasFollower = follower != nil
    }

    /// `true` if all members have ended.
    var hasEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

    /// Adds an observation before it starts, and returns whether it may start.
    func add(_ observation: AnyObservation) -> Bool {
        members.withLock { members in
            members.active?.append(observation)
            return members.active != nil
        }
    }

    /// `true` if no member has ended, and the follower, if there is one, lives and hasn't ended.
    var isActive: Bool {
        if hasEnded { return false }
        if !hasFollower { return true }
        willLoadWeakReference()
        return follower?.isEnded == false
    }

    /// The members and the follower. After the end, only the ones whose handler may still run.
    var all: [AnyObservation] {
        let members = members.copy(), all = members.active ?? members.ended.compactMap { $0.object as? AnyObservation }
        willLoadWeakReference()
        return all + (follower.map { [$0] } ?? [])
    }

    /// The members and the follower that have ended and whose handlers may still run.
    ///
    /// While a thread is ending the group, it may be any of them.
    var unfinished: [AnyObservation] {
        let all = all, isEnding = members.withLock { $0.enders > 0 }
        return isEnding ? all : all.filter(\.isRetired)
    }

    /// Prevents members from receiving, except for one call each that a thread may be starting.
    func markEnded() { ended.store(true, ordering: .sequentiallyConsistent) }

    /// Ends all members like `markEnded`, and removes them everywhere.
    ///
    /// All members share one handler. So if one of them may be handling, each registrar remembers
    /// the group before it forgets its member. The thread that takes the active members also
    /// unregisters members that other threads are ending.
    ///
    /// - Parameter member: A member that is already marked. It's unregistered when this returns.
    func end(because reason: EndReason = .stopped, with member: AnyObservation? = nil) {
        markEnded()
        let active = members.withLock { members in
            members.enders += 1
            let active = members.active.take() ?? []
            members.ended += active.map { WeakReference($0) }
            return active
        }
        if let member {
            if all.contains(where: \.mayBeHandling) { member.registrar.remember(self) }
            member.registrar.unregister(member, because: reason)
        }
        for other in active where other !== member {
            _ = other.markEnded()
            other.finishEnd(because: reason)
        }
        #if EXPLORE
            if follower != nil { willLoadWeakReference() }
        #endif
        follower?.end(because: reason)
        members.withLock { $0.enders -= 1 }
        extendLifetime(active)
    }
}
