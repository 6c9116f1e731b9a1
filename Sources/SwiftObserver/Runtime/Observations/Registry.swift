/// Who observes one observable, in the order of arrival.
///
/// A value without threads or locks: the office calls it under its lock, and never copies it. Whoever delivers gets a lease
/// of the list, to read it without the lock. As long as there are leases, observations that ended stay on the list. They're
/// reclaimed after the last lease.
///
/// INVARIANTS
/// - `count` is how many observations on the list are registered, which is those with a slot that is no complement.
/// - No observation leaves a list that is leased. As long as any list is leased, also one that was replaced, those that have ended are in
///   `unreclaimed`, each once.
/// - `list.leasedPredecessors` is how many replaced lists still have leases.
struct Registry: ~Copyable {

    /// All observations. It stays when it gets empty, if it's small: who starts and ends all the time needs no new one.
    private var list: ObservationList?

    private var number: Int32 = 0
    private var numberOfAuthorReaders: Int32 = 0

    /// How many observations there are.
    private(set) var count: Int {
        @inline(__always)
        get { Int(number) }
        set { number = Int32(newValue) }
    }

    /// How many of them want to know the authors of messages.
    private(set) var authorReaders: Int {
        @inline(__always)
        get { Int(numberOfAuthorReaders) }
        set { numberOfAuthorReaders = Int32(newValue) }
    }

    /// Observations that ended while there were leases. Those that ended while the list itself was leased are still on it.
    private var unreclaimed = SmallArray<AnyObservation>()

    /// Adds an observation as the last one. O(1) amortized, also while the list is leased.
    ///
    /// Returns a list that was replaced. That, and whatever else functions of this type return, must be released after
    /// unlocking, since code of clients may run then.
    mutating func add(_ observation: AnyObservation) -> ObservationList? {
        let oldList = list?.hasRoom(for: count + 1) == true ? nil : replaceList()
        list.unsafelyUnwrapped.append(observation)
        count += 1
        if observation.readsAuthor { authorReaders += 1 }
        return oldList
    }

    /// Removes an observation if it is here. As long as the list is leased, or one that it has replaced, the observation is kept. O(1) amortized.
    ///
    /// The caller must keep the observation alive until it released its lock.
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

    /// Whether there are leases, of the list or of one that it has replaced. So it's those under which handlers may run.
    var isLeased: Bool {
        guard let list else { return false }
        return list.isLeased || list.leasedPredecessors > 0
    }

    /// Leases the list to someone who reads it without the lock, or returns `nil` if no one observes.
    @inline(__always)
    func lease() -> ObservationList.Lease? {
        if count == 0 { return nil }
        return list?.lease()
    }

    /// Ends a lease. When it was the last one, those who ended meanwhile are removed.
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

    /// Calls the closure with each registered observation, under the lock that guards this registry.
    @inline(__always)
    func forEach(_ act: (AnyObservation) -> Void) {
        guard let list = list.map(Unmanaged.passUnretained) else { return }
        list._withUnsafeGuaranteedRef { $0.forEach(upTo: $0.end) { if $0.isRegistered { act($0) } } }
    }

    /// Closes the gaps if they're many, and gives up a list that is large and empty. Call this while no lease is left.
    private mutating func compactOrDropList() -> ObservationList? {
        guard let list else { return nil }
        if count == 0, !list.isSmall { return self.list.take() }
        list.compact(ifGapsExceed: count + Tuning.toleratedGaps, remaining: count)
        return nil
    }

    /// Most observables only ever have one observer. While a list is leased, each start needs another slot.
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
        // From now on, the old list belongs to its last lease. Also those who have ended stay on it, but aren't on the new one.
        oldList.holdItself()
        list?.leasedPredecessors += 1
        for observation in unreclaimed { observation.slot = AnyObservation.noSlot }
        return nil
    }
}

/// Observations and a list that a registry has dropped, on their way to where they may be released, without a lock.
struct Reclaimed {
    fileprivate(set) var observations = SmallArray<AnyObservation>()
    fileprivate(set) var list: ObservationList?
    fileprivate(set) var replacedList: ObservationList?

    /// Releases what was dropped. Call this without a lock, of an office's observations in place.
    ///
    /// Handlers in place only run under leases. So those of the observations have returned.
    @inline(never)
    consuming func release() {
        for observation in observations where observation.isRetired { observation.letGo() }
        extendLifetime(consume self)
    }
}
