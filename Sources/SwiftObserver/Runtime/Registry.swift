import Synchronization

/// Who observes one observable, in the order of arrival.
///
/// A pure value but for its storage: the roll, which is lent to whoever delivers.
struct Registry {

    /// How many observations there are.
    private(set) var count = 0

    /// How many of them want to know the authors of messages.
    private(set) var authorReaders = 0

    /// Everyone who observes. It stays when it gets empty, if it's small: who starts and ends all the time needs no new one.
    private var roll: Roll?

    /// Observations that ended while somebody was reading the roll, on which they still are.
    private var leavers = Handful()

    /// Adds an observation as the last one. O(1) amortized, also while somebody reads the roll.
    ///
    /// What is returned here, and elsewhere, must die after the lock was released.
    mutating func add(_ observation: AnyObservation) -> Roll? {
        let oldRoll = roll?.hasRoom(for: count + 1) == true ? nil : replaceRoll()
        roll.unsafelyUnwrapped.append(observation)
        count += 1
        if observation.readsAuthor { authorReaders += 1 }
        return oldRoll
    }

    /// Removes an observation if it is here or, while somebody reads the roll, lets it leave. O(1) amortized.
    ///
    /// The caller must hold on to the observation until it released its lock.
    mutating func remove(_ observation: AnyObservation) -> Roll? {
        guard let roll, roll.contains(observation) else { return nil }
        count -= 1
        if observation.readsAuthor { authorReaders -= 1 }
        if roll.isLent {
            roll.prepareToRemove(observation)
            leavers.append(observation)
            return nil
        }
        roll.remove(observation)
        return tidyUp()
    }

    /// Lends the roll to someone who reads it without the lock, or `nil` if no one observes.
    @inline(__always)
    func lend() -> Reading? {
        if count == 0 { return nil }
        return roll?.lend()
    }

    /// Takes a roll back. When nobody reads it any more, those who left meanwhile are removed.
    @inline(__always)
    mutating func takeBack(_ reading: Reading?) -> Remains? {
        guard let reading else { return nil }
        let isLent = reading.giveBack()
        return isLent || leavers.isEmpty && reading.isOf(roll) ? nil : remove(after: reading)
    }

    @inline(never)
    private mutating func remove(after reading: Reading) -> Remains? {
        guard let roll, reading.isOf(roll) else { return Remains(roll: reading.takeRoll()) }
        var remains = Remains()
        swap(&leavers, &remains.observations)
        for observation in remains.observations { roll.remove(observation) }
        remains.roll = tidyUp()
        return remains
    }

    /// Adds the observations with that receiver to the others. O(n).
    func collect(_ observations: inout [AnyObservation], of receiver: Receiver.Observations) {
        forEach { if let other = $0.receiver, other === receiver { observations.append($0) } }
    }

    /// Calls the closure with each observation that stays, under the lock that guards this registry.
    @inline(__always)
    func forEach(_ act: (AnyObservation) -> Void) {
        guard let roll = roll.map(Unmanaged.passUnretained) else { return }
        roll._withUnsafeGuaranteedRef { $0.forEach(upTo: $0.end) { if $0.isStaying { act($0) } } }
    }

    /// Closes the gaps if they're many, and gives up a roll that is large and empty. Call this while nobody reads the roll.
    private mutating func tidyUp() -> Roll? {
        guard let roll else { return nil }
        if count == 0, !roll.isSmall { return self.roll.take() }
        roll.closeGaps(ifMoreThan: count + Roll.gaps, remaining: count)
        return nil
    }

    /// Replaces the roll by one that has no gaps, and room for twice as many.
    private mutating func replaceRoll() -> Roll? {
        let oldRoll = roll
        roll = Roll(capacity: max(4, 2 * count), takingOver: count, from: oldRoll)
        guard let oldRoll, oldRoll.isLent else { return oldRoll }
        // From now on, the old roll belongs to its last reader. Also those who left stay on it.
        oldRoll.hold = oldRoll
        while let leaver = leavers.popLast() { leaver.slot = AnyObservation.nowhere }
        leavers = Handful()
        return nil
    }
}

/// What a registry doesn't need any more.
struct Remains {
    fileprivate(set) var observations = Handful()
    fileprivate(set) var roll: Roll?
}

/// A roll as it was at one moment, for someone who reads it without the lock and gives it back.
///
/// It must be given back, but does not hold on to the roll, which can't die before that.
struct Reading: Sendable {

    private let roll: Unmanaged<Roll>

    /// How far it may be read.
    let end: Int

    fileprivate init(of roll: Roll) {
        self.roll = .passUnretained(roll)
        end = roll.end
    }

    /// Whether some of the observations left, or the registry moved on to another roll.
    var isOutdated: Bool { roll._withUnsafeGuaranteedRef { $0.isOutdated } }

    /// Calls the closure with each observation.
    ///
    /// As the roll holds on to its observations, they need not be retained one by one.
    @inline(__always)
    func forEach(_ act: (AnyObservation) -> Void) {
        roll._withUnsafeGuaranteedRef { $0.forEach(upTo: end, act) }
    }

    /// Gives the roll back and tells whether others still read it.
    @inline(__always)
    fileprivate func giveBack() -> Bool { roll._withUnsafeGuaranteedRef { $0.takeBack() } }

    @inline(__always)
    fileprivate func isOf(_ other: Roll?) -> Bool {
        roll.toOpaque() == other.map { Unmanaged.passUnretained($0).toOpaque() }
    }

    /// Takes a roll that its registry has replaced.
    fileprivate func takeRoll() -> Roll? { roll._withUnsafeGuaranteedRef { $0.hold.take() } }
}

/// A list of observations, in the order of arrival, with gaps where observations have ended.
///
/// Only a registry changes it, under its lock: it appends to it at any time, but removes nothing as long as the roll is
/// lent. So whoever borrowed the roll can read it without the lock, up to where it ended at that time.
///
/// `@unchecked Sendable` because of this rule.
final class Roll: @unchecked Sendable {

    private let slots: UnsafeMutablePointer<AnyObservation?>
    private let capacity: Int

    /// How many slots are used.
    @exclusivity(unchecked)
    fileprivate private(set) var end = 0

    /// How many borrowed this roll and did not give it back.
    @exclusivity(unchecked)
    private var readers = 0

    /// This roll itself, once its registry has replaced it, until its last reader takes it.
    @exclusivity(unchecked)
    fileprivate var hold: Roll?

    private let outdated = Atomic(false)

    /// Creates a roll of those who are on the other one to stay, which are so many.
    fileprivate init(capacity: Int, takingOver count: Int, from other: Roll?) {
        slots = .allocate(capacity: capacity)
        self.capacity = capacity
        guard let other else { return }
        if other.isLent { other.copyThoseWhoStay(to: self) } else { other.moveEveryone(to: self, count) }
    }

    deinit {
        slots.deinitialize(count: end)
        if isLarge {
            // Nobody else knows this memory any more, and nothing is left in it.
            let slots = UncheckedSendable(slots)
            runtimeQueue.async { slots.value.deallocate() }
        } else {
            slots.deallocate()
        }
    }

    /// Whether the roll takes little memory, however few observations are on it.
    fileprivate var isSmall: Bool { capacity <= Self.small }

    /// Whether it can take milliseconds to free the memory, since allocators use the occasion to tidy up.
    private var isLarge: Bool { capacity >= Self.large }

    /// The capacities of the largest small and the smallest large roll, and how many gaps are few.
    #if EXPLORE
        private static var small: Int { 4 }
        private static var large: Int { 8 }
        fileprivate static var gaps: Int { 1 }
    #else
        private static var small: Int { 16 }
        private static var large: Int { 4096 }
        fileprivate static var gaps: Int { 8 }
    #endif

    /// Whether there's room for one more, but not for many more than the number of observations that are left.
    fileprivate func hasRoom(for count: Int) -> Bool { end < capacity && capacity <= 16 * count }

    fileprivate var isLent: Bool { readers > 0 }
    fileprivate var isOutdated: Bool { outdated.load(ordering: .relaxed) }

    @inline(__always)
    fileprivate func lend() -> Reading {
        readers += 1
        return Reading(of: self)
    }

    @inline(__always)
    fileprivate func takeBack() -> Bool {
        readers -= 1
        return isLent
    }

    @inline(__always)
    fileprivate func forEach(upTo end: Int, _ act: (AnyObservation) -> Void) {
        for index in 0..<end {
            guard let observation = slots[index].map(Unmanaged.passUnretained) else { continue }
            observation._withUnsafeGuaranteedRef(act)
        }
    }

    fileprivate func contains(_ observation: AnyObservation) -> Bool {
        (0..<end).contains(observation.slot) && slots[observation.slot] === observation
    }

    fileprivate func append(_ observation: AnyObservation) {
        observation.slot = end
        (slots + end).initialize(to: observation)
        end += 1
    }

    /// Marks the slot as that of someone who leaves: it's negative from now on.
    fileprivate func prepareToRemove(_ observation: AnyObservation) {
        observation.slot = ~observation.slot
        outdated.store(true, ordering: .relaxed)
    }

    fileprivate func remove(_ observation: AnyObservation) {
        slots[observation.slot < 0 ? ~observation.slot : observation.slot] = nil
        observation.slot = AnyObservation.nowhere
        while end > 0, slots[end - 1] == nil { end -= 1 }
        outdated.store(false, ordering: .relaxed)
    }

    /// Moves everyone forward to where nobody is left, if so many are gone.
    fileprivate func closeGaps(ifMoreThan limit: Int, remaining count: Int) {
        if end - count <= limit { return }
        let oldEnd = end
        end = 0
        for index in 0..<oldEnd {
            if let observation = slots[index].take() { append(observation) }
        }
    }

    private func moveEveryone(to roll: Roll, _ count: Int) {
        closeGaps(ifMoreThan: 0, remaining: count)
        roll.slots.moveInitialize(from: slots, count: end)
        roll.end = end
        end = 0
    }

    /// Leaves everyone here, too, for those who read this roll, and tells them that there's another one now.
    private func copyThoseWhoStay(to roll: Roll) {
        for index in 0..<end {
            if let observation = slots[index], observation.isStaying { roll.append(observation) }
        }
        outdated.store(true, ordering: .relaxed)
    }
}
