/// Who observes one observable, in the order of arrival.
///
/// A pure value but for its storage: the roll is shared with whoever is delivering, and never changes while it is.
struct Registry {

    /// Everyone who observes, or `nil` if no one does.
    var roll: Roll? {
        @inline(__always)
        get { count > 0 ? keptRoll : nil }
    }

    /// The roll, which stays when it gets empty, if it's small: whoever starts and ends all the time needs no new one.
    private var keptRoll: Roll?

    /// How many observations there are.
    private(set) var count = 0

    /// How many of them want to know the authors of messages.
    private(set) var authorReaders = 0

    /// Adds an observation as the last one. O(1) amortized, O(n) once during a delivery.
    mutating func add(_ observation: AnyObservation) {
        makeRollUnique()
        keptRoll?.append(observation)
        count += 1
        if observation.readsAuthor { authorReaders += 1 }
    }

    /// Removes an observation if it is here. O(1) amortized, O(n) once during a delivery.
    ///
    /// The caller must hold on to the observation until it released its lock.
    mutating func remove(_ observation: AnyObservation) {
        guard keptRoll?.contains(observation) == true else { return }
        count -= 1
        if observation.readsAuthor { authorReaders -= 1 }
        if count > 0 {
            makeRollUnique()
        } else if !isKnownUniquelyReferenced(&keptRoll) || keptRoll?.isSmall == false {
            keptRoll = nil
            return observation.slot = Roll.nowhere
        }
        keptRoll?.remove(observation, remaining: count)
    }

    /// Adds the observations with that receiver to the others. O(n).
    func collect(_ observations: inout [AnyObservation], of receiver: Receiver.Observations) {
        forEach { if let other = $0.receiver, other === receiver { observations.append($0) } }
    }

    /// Calls the closure with each observation, under the lock that guards this registry.
    @inline(__always)
    func forEach(_ act: (AnyObservation) -> Void) {
        guard let roll = keptRoll.map(Unmanaged.passUnretained) else { return }
        roll._withUnsafeGuaranteedRef { $0.forEach(act) }
    }

    /// Makes sure that nobody else holds on to the roll. No local reference may exist, or the roll would always be copied.
    private mutating func makeRollUnique() {
        if !isKnownUniquelyReferenced(&keptRoll) { keptRoll = Roll(copying: keptRoll) }
    }
}

/// A list of observations, in the order of arrival, with gaps where observations have ended.
///
/// Only a registry changes it, under its lock, and only as long as nobody else holds on to it. So whoever got hold of it
/// under the lock can read it after unlocking. `@unchecked Sendable` because of this rule.
final class Roll: @unchecked Sendable {

    @exclusivity(unchecked)
    fileprivate(set) var slots: ContiguousArray<AnyObservation?> = []

    /// Calls the closure with each observation. The caller must hold on to the roll, which then can't change.
    ///
    /// As the roll holds on to its observations, they need not be retained one by one.
    @inline(__always)
    func forEach(_ act: (AnyObservation) -> Void) {
        for index in 0..<slots.count {
            guard let observation = slots[index].map(Unmanaged.passUnretained) else { continue }
            observation._withUnsafeGuaranteedRef(act)
        }
    }

    /// Whether the roll takes little memory, however few observations are on it.
    fileprivate var isSmall: Bool { slots.capacity <= 16 }

    /// The slot of an observation that is not on any roll.
    static var nowhere: Int { -1 }

    fileprivate init(copying other: Roll?) {
        guard let other else { return }
        slots.reserveCapacity(other.slots.count + 1)
        for case let observation? in other.slots { append(observation) }
    }

    fileprivate func contains(_ observation: AnyObservation) -> Bool {
        slots.indices.contains(observation.slot) && slots[observation.slot] === observation
    }

    fileprivate func append(_ observation: AnyObservation) {
        observation.slot = slots.count
        slots.append(observation)
    }

    fileprivate func remove(_ observation: AnyObservation, remaining: Int) {
        slots[observation.slot] = nil
        observation.slot = Self.nowhere
        while !slots.isEmpty, slots[slots.count - 1] == nil { slots.removeLast() }
        if slots.count > 2 * remaining + 8 { closeGaps() }
    }

    private func closeGaps() {
        slots.removeAll { $0 == nil }
        for (index, observation) in slots.enumerated() { observation?.slot = index }
    }
}
