import Synchronization

/// A list of observations in order of arrival, with gaps where observations have ended.
///
/// ```
///     0   1   2   3   4   5   6   7
///   +---+---+---+---+---+---+---+---+
///   | A |   | C | D | E |   |   |   |    A, C, E: registered, `slot` is the index
///   +---+---+---+---+---+---+---+---+    D: ended while leased, `slot` is ~3
///         ^           ^   ^           ^
///        gap  Lease.end  end      slotCount
/// ```
///
/// Only a registry changes the list, under its lock. It appends at any time, but removes nothing
/// while there's a lease. So a thread with a lease reads the list without the lock, up to
/// `Lease.end`.
///
/// INVARIANTS
/// - Slots below `end` are initialized, and no others.
/// - Slots below the `end` of a lease don't change as long as it lasts.
/// - A registered observation knows its index as `slot`. An unregistered one knows the complement
///   or, if the list was replaced, none.
/// - A list that is replaced while it's leased holds itself until its last lease has ended.
final class ObservationList: ManagedBuffer<ObservationList.Header, AnyObservation?> {

    struct Header {

        /// `true` if the list holds itself until its last lease ends, because it was replaced.
        var isReplaced = false

        /// `true` if leases should be renewed: observations ended, or the list was replaced.
        ///
        /// It's relaxed because it only decides how soon memory is released. A thread that reads an
        /// old value gets a new lease later, under the lock. It pairs with nothing. On AArch64,
        /// it's a plain `ldrb` and `strb`.
        ///
        /// It's only the memory of an atomic, because an atomic can't be part of a header. It isn't
        /// first: to ThreadSanitizer, a change of any part of the header, under the lock, also
        /// writes to the beginning.
        fileprivate var stale = MemoryOfAtomic()

        fileprivate var leasedPredecessors: UInt16 = 0

        /// The number of slots.
        let count: Int32

        /// The end of the initialized slots. Slots of ended observations below it may be `nil`.
        var end: Int32 = 0

        /// The number of leases.
        var leases: Int32 = 0
    }

    #if EXPLORE
        fileprivate struct MemoryOfAtomic { let words = (0, 0, 0) }
        private static var offsetOfAtomic: Int { 8 }
    #else
        fileprivate struct MemoryOfAtomic { let byte: UInt8 = 0 }
        private static var offsetOfAtomic: Int { 1 }
    #endif

    /// Creates a list that takes over the registered observations of another one, `count` in all.
    static func create(capacity: Int, takingOver count: Int, from other: ObservationList?) -> ObservationList {
        let list = create(capacity: capacity)
        guard let other else { return list }
        if other.isLeased { other.copyRegistered(to: list) } else { other.moveAll(to: list, count) }
        return list
    }

    private static func create(capacity: Int) -> ObservationList {
        let list = unsafeDowncast(
            create(minimumCapacity: isLarge(capacity) ? 1 : capacity) { _ in Header(count: Int32(capacity)) },
            to: ObservationList.self)
        assert(MemoryLayout.offset(of: \Header.stale) == offsetOfAtomic)
        list.stale.initialize(to: Atomic(false))
        if isLarge(capacity) {
            list.withSlotsApart { $0.initialize(to: UnsafeMutablePointer.allocate(capacity: capacity)) }
        }
        return list
    }

    deinit {
        slots.deinitialize(count: end)
        stale.deinitialize(count: 1)
        if Self.isLarge(slotCount) {
            // There are no other references to this memory, and nothing is left in it.
            let slots = UncheckedSendable(slots)
            memoryQueue.async { slots.value.deallocate() }
        }
    }

    /// The memory after the header or, if large, elsewhere: freeing it can take milliseconds.
    private var slots: UnsafeMutablePointer<AnyObservation?> {
        @inline(__always)
        get { Self.isLarge(slotCount) ? withSlotsApart { $0.pointee } : withUnsafeMutablePointerToElements { $0 } }
    }

    /// Acts on the first slot, which holds the address of the others if they're elsewhere.
    @inline(__always)
    private func withSlotsApart<Result>(
        _ act: (UnsafeMutablePointer<UnsafeMutablePointer<AnyObservation?>>) -> Result
    ) -> Result {
        withUnsafeMutablePointerToElements {
            act(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafeMutablePointer<AnyObservation?>.self))
        }
    }

    private static func isLarge(_ capacity: Int) -> Bool { capacity >= Tuning.largeListCapacity }

    fileprivate var state: UnsafeMutablePointer<Header> {
        @inline(__always)
        get { withUnsafeMutablePointerToHeader { $0 } }
    }

    private var stale: UnsafeMutablePointer<Atomic<Bool>> {
        @inline(__always)
        get {
            (UnsafeMutableRawPointer(state) + Self.offsetOfAtomic).assumingMemoryBound(to: Atomic<Bool>.self)
        }
    }

    private var slotCount: Int {
        @inline(__always)
        get { Int(state.pointee.count) }
    }

    private(set) var end: Int {
        @inline(__always)
        get { Int(state.pointee.end) }
        @inline(__always)
        set { state.pointee.end = Int32(newValue) }
    }

    /// `true` if the list takes little memory, however few observations are on it.
    var isSmall: Bool { slotCount <= Tuning.keptListCapacity }

    /// Returns whether there's room for one more, and the capacity isn't excessive for that many.
    func hasRoom(for count: Int) -> Bool { end < slotCount && slotCount <= Tuning.listSlack * count }

    /// The number of lists that this one replaced, directly or not, and that are still leased.
    var leasedPredecessors: UInt16 {
        get { state.pointee.leasedPredecessors }
        set { state.pointee.leasedPredecessors = newValue }
    }

    var isLeased: Bool { state.pointee.leases > 0 }
    var isStale: Bool { stale.pointee.load(ordering: .relaxed) }

    @inline(__always)
    func lease() -> Lease {
        state.pointee.leases += 1
        return Lease(of: self)
    }

    /// Ends a lease and returns whether there are others.
    @inline(__always)
    func endLease() -> Bool {
        state.pointee.leases -= 1
        return isLeased
    }

    /// Lets the list, which was replaced and is leased, hold itself.
    func holdItself() {
        state.pointee.isReplaced = true
        _ = Unmanaged.passRetained(self)
    }

    /// Takes back the reference by which the list holds itself, if it does.
    fileprivate func takeItself() -> ObservationList? {
        if !state.pointee.isReplaced { return nil }
        state.pointee.isReplaced = false
        return Unmanaged.passUnretained(self).takeRetainedValue()
    }

    @inline(__always)
    func forEach(upTo end: Int, _ act: (AnyObservation) -> Void) {
        let slots = slots
        for index in 0..<end {
            guard let observation = slots[index].map(Unmanaged.passUnretained) else { continue }
            observation._withUnsafeGuaranteedRef(act)
        }
    }

    @inline(__always)
    func contains(_ observation: AnyObservation) -> Bool {
        let slot = Int(observation.slot)
        return (0..<end).contains(slot) && slots[slot] === observation
    }

    /// Returns the observation that started at a position. O(log n), and linear in gaps.
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
        observation.slot = Int32(end)
        (slots + end).initialize(to: observation)
        end += 1
    }

    /// Marks an observation as unregistered by complementing its slot, but leaves it on the list.
    ///
    /// Leases may still read it. It's removed when no lease is left.
    func unregister(_ observation: AnyObservation) {
        observation.slot = ~observation.slot
        stale.pointee.store(true, ordering: .relaxed)
    }

    func remove(_ observation: AnyObservation) {
        slots[Int(observation.slot < 0 ? ~observation.slot : observation.slot)] = nil
        observation.slot = AnyObservation.noSlot
        while end > 0, slots[end - 1] == nil { end -= 1 }
        stale.pointee.store(false, ordering: .relaxed)
    }

    /// Moves all observations forward into the gaps, if there are more gaps than the limit.
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

    /// Copies the registered observations. All stay here for leases, and this list becomes stale.
    private func copyRegistered(to list: ObservationList) {
        for index in 0..<end {
            if let observation = slots[index], observation.isRegistered { list.append(observation) }
        }
        stale.pointee.store(true, ordering: .relaxed)
    }

    /// The list at one moment, for a thread that reads it without the lock.
    ///
    /// The thread must end the lease, which doesn't retain the list. The list can't die before
    /// that: the page Lifetimes of the documentation says why. Because of this rule, it's
    /// `@unchecked Sendable`.
    struct Lease: @unchecked Sendable {

        private let list: Unmanaged<ObservationList>

        /// The index up to which the list may be read.
        let end: Int

        fileprivate init(of list: ObservationList) {
            self.list = .passUnretained(list)
            end = list.end
        }

        /// `true` if some of the observations ended, or the registry replaced the list.
        var isStale: Bool { list._withUnsafeGuaranteedRef { $0.isStale } }

        /// Calls the closure with each observation, including ended ones.
        ///
        /// The list retains its observations, so they need not be retained one by one.
        @inline(__always)
        func forEach(_ act: (AnyObservation) -> Void) {
            list._withUnsafeGuaranteedRef { $0.forEach(upTo: end, act) }
        }

        /// Ends the lease, under the registry's lock. Returns whether the list has others.
        @inline(__always)
        func giveBack() -> Bool { list._withUnsafeGuaranteedRef { $0.endLease() } }

        @inline(__always)
        func isOf(_ other: ObservationList?) -> Bool {
            list.toOpaque() == other.map { Unmanaged.passUnretained($0).toOpaque() }
        }

        /// Takes the reference that keeps a replaced list alive.
        func takeReplacedList() -> ObservationList? { list._withUnsafeGuaranteedRef { $0.takeItself() } }
    }
}
