import Synchronization

/// Observations that end together, like the parts of a combined observation.
///
/// One flag ends them all at once, before the members are unregistered one after the other.
///
/// INVARIANTS
/// - The flag is set before any member is marked as ended, and never taken back.
/// - Who takes the active members ends and unregisters all of them. From then on, none is added.
final class ObservationGroup: Sendable {

    /// The members until the group ends, and weak references to them from then on. A running handler
    /// keeps its observation alive, so it can still be awaited after the end.
    ///
    /// No other lock is taken while this one is held.
    private let members = Protected((active: [AnyObservation]?.some([]), ended: [WeakReference]()))

    /// Whether all members have ended.
    ///
    /// Both are sequentially consistent, as for the flag of a single observation. On AArch64, that's `stlrb` and `ldarb`.
    private let ended = Atomic(false)

    /// An observation that ends together with the members, but isn't kept alive. Nobody sets it after the initialization.
    private nonisolated(unsafe) weak var follower: AnyObservation?
    private let hasFollower: Bool

    init(followedBy follower: AnyObservation? = nil) {
        self.follower = follower
        hasFollower = follower != nil
    }

    /// Whether all members have ended.
    var hasEnded: Bool { ended.load(ordering: .sequentiallyConsistent) }

    /// Adds an observation before it starts, and tells whether it may start.
    func add(_ observation: AnyObservation) -> Bool {
        members.withLock { members in
            members.active?.append(observation)
            return members.active != nil
        }
    }

    /// Whether the members have not ended.
    var isActive: Bool {
        if hasEnded { return false }
        if !hasFollower { return true }
        willLoadWeakReference()
        return follower?.isEnded == false
    }

    /// The members and the follower. After the end, those of them whose handler may still run.
    var all: [AnyObservation] {
        let members = members.copy(), all = members.active ?? members.ended.compactMap { $0.object as? AnyObservation }
        willLoadWeakReference()
        return all + (follower.map { [$0] } ?? [])
    }

    /// Makes sure that no member receives anything any more, but for one call each that a thread may have been about to make.
    func markEnded() { ended.store(true, ordering: .sequentiallyConsistent) }

    /// Ends all members, as `markEnded` says, and makes everyone forget them.
    ///
    /// A handler that one member calls is that of all members. So if one of them is retired, all registrars get to know the group.
    /// Members that others are just ending are unregistered here, too: otherwise, they might retire only after it was looked at that.
    ///
    /// - Parameter first: A member that is marked and unregistered already.
    func end(because reason: EndReason = .stopped, behind first: AnyObservation? = nil) {
        markEnded()
        let members = members.withLock { members in
            let active = members.active.take() ?? []
            members.ended += active.map { WeakReference($0) }
            return active
        }
        for member in members where member !== first {
            _ = member.markEnded()
            member.finishEnd(because: reason)
        }
        if members.contains(where: \.isRetired) { for member in members { member.registrar.remember(self) } }
        #if EXPLORE
            if follower != nil { willLoadWeakReference() }
        #endif
        follower?.end(because: reason)
    }
}
