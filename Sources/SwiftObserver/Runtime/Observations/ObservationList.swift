import Synchronization

/// A list of observations, in the order of arrival, with gaps where observations have ended.
///
/// Only a registry changes it, under its lock: it appends to it at any time, but removes nothing as long as there is a
/// lease. So whoever has one can read the list without the lock, up to where it ended at the beginning of the lease.
///
/// `@unchecked Sendable` because of this rule.
final class ObservationList: @unchecked Sendable {

    private let slots: UnsafeMutablePointer<AnyObservation?>
    private let capacity: Int

    /// The slots below this index are initialized. Those of observations that ended may be `nil`.
    @exclusivity(unchecked)
    private(set) var end = 0

    /// How many leases there are.
    @exclusivity(unchecked)
    private var leases = 0

    /// The list itself, once its registry has replaced it, until its last lease ends.
    @exclusivity(unchecked)
    var selfReference: ObservationList?

    /// Whether those who have a lease should get a new one, since observations ended, the registry replaced the list, or
    /// someone waits for that.
    ///
    /// It's relaxed because it decides nothing but how soon memory is released: whoever reads an old value gets a
    /// new lease later, under the lock. It pairs with nothing. On AArch64, it's a plain `ldrb` and `strb`.
    private let stale = Atomic(false)

    /// Creates a list of those who are registered on the other one, which are so many.
    init(capacity: Int, takingOver count: Int, from other: ObservationList?) {
        slots = .allocate(capacity: capacity)
        self.capacity = capacity
        guard let other else { return }
        if other.isLeased { other.copyRegistered(to: self) } else { other.moveAll(to: self, count) }
    }

    deinit {
        slots.deinitialize(count: end)
        if isLarge {
            // There are no other references to this memory, and nothing is left in it.
            let slots = UncheckedSendable(slots)
            memoryQueue.async { slots.value.deallocate() }
        } else {
            slots.deallocate()
        }
    }

    /// Whether the list takes little memory, however few observations are on it.
    var isSmall: Bool { capacity <= Tuning.keptListCapacity }

    /// Whether it can take milliseconds to free the memory.
    private var isLarge: Bool { capacity >= Tuning.largeListCapacity }

    /// Whether there's room for one more, and the capacity isn't excessive for so many observations.
    func hasRoom(for count: Int) -> Bool { end < capacity && capacity <= Tuning.listSlack * count }

    var isLeased: Bool { leases > 0 }
    var isStale: Bool { stale.load(ordering: .relaxed) }

    @inline(__always)
    func lease() -> Lease {
        leases += 1
        return Lease(of: self)
    }

    /// Ends a lease and tells whether there are others.
    @inline(__always)
    func endLease() -> Bool {
        leases -= 1
        return isLeased
    }

    @inline(__always)
    func forEach(upTo end: Int, _ act: (AnyObservation) -> Void) {
        for index in 0..<end {
            guard let observation = slots[index].map(Unmanaged.passUnretained) else { continue }
            observation._withUnsafeGuaranteedRef(act)
        }
    }

    func contains(_ observation: AnyObservation) -> Bool {
        (0..<end).contains(observation.slot) && slots[observation.slot] === observation
    }

    /// The observation that started at a position. The list is in the order of these positions. O(log n), and linear in gaps.
    func observation(startedAt position: Position) -> AnyObservation? {
        var low = 0, high = end
        while low < high {
            let middle = (low + high) / 2
            var index = middle
            while index < high, slots[index] == nil { index += 1 }
            guard index < high, let observation = slots[index] else {
                high = middle
                continue
            }
            if observation.start == position { return observation }
            if observation.start < position { low = index + 1 } else { high = middle }
        }
        return nil
    }

    func append(_ observation: AnyObservation) {
        observation.slot = end
        (slots + end).initialize(to: observation)
        end += 1
    }

    /// Marks an observation as unregistered by complementing its slot, but leaves it on the list, since leases may still
    /// read it. When no lease is left, it's removed.
    func retire(_ observation: AnyObservation) {
        observation.slot = ~observation.slot
        stale.store(true, ordering: .relaxed)
    }

    /// Asks those who have a lease to get a new one, or takes that back when they have done so.
    func askToRenew(_ isAsked: Bool) { stale.store(isAsked, ordering: .relaxed) }

    func remove(_ observation: AnyObservation) {
        slots[observation.slot < 0 ? ~observation.slot : observation.slot] = nil
        observation.slot = AnyObservation.noSlot
        while end > 0, slots[end - 1] == nil { end -= 1 }
        stale.store(false, ordering: .relaxed)
    }

    /// Moves all observations forward into the gaps, if there are more gaps than that.
    func compact(ifGapsExceed limit: Int, remaining count: Int) {
        if end - count <= limit { return }
        let oldEnd = end
        end = 0
        for index in 0..<oldEnd {
            if let observation = slots[index].take() { append(observation) }
        }
    }

    private func moveAll(to list: ObservationList, _ count: Int) {
        compact(ifGapsExceed: 0, remaining: count)
        list.slots.moveInitialize(from: slots, count: end)
        list.end = end
        end = 0
    }

    /// Leaves all observations here, too, for those who have a lease, and tells them that there's another list now.
    private func copyRegistered(to list: ObservationList) {
        for index in 0..<end {
            if let observation = slots[index], observation.isRegistered { list.append(observation) }
        }
        stale.store(true, ordering: .relaxed)
    }

    /// The list as it was at one moment, for someone who reads it without the lock and then ends the lease.
    ///
    /// It must be ended, but doesn't retain the list, which can't die before that. The page Lifetimes of the documentation
    /// says why.
    struct Lease: Sendable {

        private let list: Unmanaged<ObservationList>

        /// Up to where the list may be read.
        let end: Int

        fileprivate init(of list: ObservationList) {
            self.list = .passUnretained(list)
            end = list.end
        }

        /// Whether some of the observations ended, or the registry replaced the list.
        var isStale: Bool { list._withUnsafeGuaranteedRef { $0.isStale } }

        /// Calls the closure with each observation, also with those that have ended since.
        ///
        /// As the list retains its observations, they need not be retained one by one.
        @inline(__always)
        func forEach(_ act: (AnyObservation) -> Void) {
            list._withUnsafeGuaranteedRef { $0.forEach(upTo: end, act) }
        }

        /// Ends the lease and tells whether there are others of that list. Call this under the lock of the registry.
        @inline(__always)
        func giveBack() -> Bool { list._withUnsafeGuaranteedRef { $0.endLease() } }

        @inline(__always)
        func isOf(_ other: ObservationList?) -> Bool {
            list.toOpaque() == other.map { Unmanaged.passUnretained($0).toOpaque() }
        }

        /// Takes the reference that keeps a list alive which its registry has replaced.
        func takeReplacedList() -> ObservationList? { list._withUnsafeGuaranteedRef { $0.selfReference.take() } }
    }
}
