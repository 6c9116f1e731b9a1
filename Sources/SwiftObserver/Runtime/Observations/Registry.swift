/// The observations of one observable, in order of arrival.
///
/// A value without threads or locks: the office calls it under its lock, and never copies it. The
/// delivering thread gets a lease of the list, to read it without the lock. As long as there are
/// leases, observations that ended stay on the list. They're reclaimed after the last lease.
///
/// INVARIANTS
/// - `count` is the number of registered observations on the list: slots that aren't complements.
/// - No observation leaves a list that is leased. As long as any list is leased, even a replaced
///   one, the observations that have ended are in `unreclaimed`, each once.
/// - `list.leasedPredecessors` is the number of replaced lists that still have leases.
struct Registry: ~Copyable {

    /// All observations. A small list stays when it gets empty.
    ///
    /// So frequent starts and ends need no new list.
    private var list: ObservationList?

    private var number: Int32 = 0
    private var numberOfAuthorReaders: Int32 = 0

    /// The number of observations.
    private(set) var count: Int {
        @inline(__always)
        get { Int(number) }
        set { number = Int32(newValue) }
    }

    /// The number of observations whose handlers read the authors of messages.
    private(set) var authorReaders: Int {
        @inline(__always)
        get { Int(numberOfAuthorReaders) }
        set { numberOfAuthorReaders = Int32(newValue) }
    }

    /// Observations that ended while there were leases.
    ///
    /// If the list itself was leased when they ended, they're still on it.
    private var unreclaimed = SmallArray<AnyObservation>()

    /// Adds an observation as the last one. O(1) amortized, even while the list is leased.
    ///
    /// Returns a list that was replaced. Everything that functions of this type return must be
    /// released after unlocking, because client code may run then.
    mutating func add(_ observation: AnyObservation) -> ObservationList? {
        let oldList = list?.hasRoom(for: count + 1) == true ? nil : replaceList()
        list.unsafelyUnwrapped.append(observation)
        count += 1
        if observation.readsAuthor { authorReaders += 1 }
        return oldList
    }

    /// Removes an observation if it's here. O(1) amortized.
    ///
    /// As long as the list, or one that it has replaced, is leased, the observation is kept. The
    /// caller must keep the observation alive until it has released its lock.
    mutating func remove(_ observation: AnyObservation) -> ObservationList? {
        guard let list, list.contains(observation) else { return nil }
        count -= 1
        if observation.readsAuthor { authorReaders -= 1 }
        if list.isLeased {
            list.unregister(observation)
        } else {
            list.remove(observation)
            if list.leasedPredecessors == 0 { return compactOrDropList() }
        }
        unreclaimed.append(observation)
        return nil
    }

    /// `true` if the list, or one that it has replaced, has leases under which handlers may run.
    var isLeased: Bool {
        guard let list else { return false }
        return list.isLeased || list.leasedPredecessors > 0
    }

    /// Leases the list to a thread that reads it without the lock. Returns `nil` without observers.
    @inline(__always)
    func lease() -> ObservationList.Lease? {
        if count == 0 { return nil }
        return list?.lease()
    }

    /// Ends a lease. After the last one, observations that ended meanwhile are removed.
    @inline(__always)
    mutating func end(_ lease: ObservationList.Lease?) -> Reclaimed? {
        guard let lease else { return nil }
        let isLeased = lease.giveBack()
        return isLeased || unreclaimed.isEmpty && lease.isOf(list) ? nil : reclaim(after: lease)
    }

    @inline(never)
    private mutating func reclaim(after lease: ObservationList.Lease) -> Reclaimed? {
        guard let list else { return nil }
        let replacedList = lease.isOf(list) ? nil : lease.takeReplacedList()
        if replacedList != nil { list.leasedPredecessors -= 1 }
        if !list.isLeased, list.isStale {
            for observation in unreclaimed where observation.slot != AnyObservation.noSlot { list.remove(observation) }
        }
        if isLeased { return replacedList.map { Reclaimed(replacedList: $0) } }
        var reclaimed = Reclaimed(replacedList: replacedList)
        swap(&unreclaimed, &reclaimed.observations)
        reclaimed.list = compactOrDropList()
        return reclaimed
    }

    /// Adds the observations with that receiver to the others. O(n).
    func collect(_ observations: inout [AnyObservation], of receiver: LockedReceiverState) {
        forEach { if let other = $0.receiver, other === receiver { observations.append($0) } }
    }

    /// The registered observation that started at a position.
    func observation(startedAt position: Position) -> AnyObservation? {
        guard let observation = list?.observation(startedAt: position) else { return nil }
        return observation.isRegistered ? observation : nil
    }

    /// All registered observations. O(n).
    var all: [AnyObservation] {
        var observations: [AnyObservation] = []
        forEach { observations.append($0) }
        return observations
    }

    /// Calls the closure with each registered observation, under the registry's lock.
    @inline(__always)
    func forEach(_ act: (AnyObservation) -> Void) {
        guard let list = list.map(Unmanaged.passUnretained) else { return }
        list._withUnsafeGuaranteedRef { $0.forEach(upTo: $0.end) { if $0.isRegistered { act($0) } } }
    }

    /// Closes the gaps if they're many, and drops a list that is large and empty.
    ///
    /// Call this while no lease is left.
    private mutating func compactOrDropList() -> ObservationList? {
        guard let list else { return nil }
        if count == 0, !list.isSmall { return self.list.take() }
        list.compact(ifGapsExceed: count + Tuning.toleratedGaps, remaining: count)
        return nil
    }

    /// The capacity of a new list.
    ///
    /// Most observables only ever have one observer. While a list is leased, each start needs
    /// another slot.
    private var newCapacity: Int {
        guard let list else { return 1 }
        return max(list.isLeased ? Tuning.keptListCapacity : 4, 2 * count)
    }

    /// Replaces the list by one that has no gaps, and room for twice as many.
    private mutating func replaceList() -> ObservationList? {
        let oldList = list
        list = .create(capacity: newCapacity, takingOver: count, from: oldList)
        list?.leasedPredecessors = oldList?.leasedPredecessors ?? 0
        guard let oldList, oldList.isLeased else { return oldList }
        // From now on, the old list belongs to its last lease. Observations that have ended stay on
        // it, but aren't on the new one.
        oldList.holdItself()
        list?.leasedPredecessors += 1
        for observation in unreclaimed { observation.slot = AnyObservation.noSlot }
        return nil
    }
}

/// Observations and lists that a registry has dropped, to be released where no lock is held.
struct Reclaimed {
    fileprivate(set) var observations = SmallArray<AnyObservation>()
    fileprivate(set) var list: ObservationList?
    fileprivate(set) var replacedList: ObservationList?

    /// Releases everything that was dropped. Call this without a lock.
    ///
    /// Only call it for an office's in-place observations. In-place handlers only run under leases,
    /// so the handlers of these observations have returned.
    @inline(never)
    consuming func release() {
        for observation in observations where observation.isRetired { observation.letGo() }
        extendLifetime(consume self)
    }
}
