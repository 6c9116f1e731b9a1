/// The observations of one receiver, in no particular order, and all decisions about them.
///
/// ```
///     0   1   2   3        receiverIndex
///   +---+---+---+---+
///   | A | B | C | D |      observations
///   +---+---+---+---+
///         ^       |
///         +-------+        if B is removed, the last one moves into its place
/// ```
///
/// A value without threads or locks, except for the observations themselves.
///
/// INVARIANTS
/// - Each observation here knows its index as `receiverIndex`.
/// - It has not ended, or it's retired, or the thread that ends it has yet to remove it.
/// - When this is closed, no observation is added.
struct ReceiverState: ~Copyable {

    /// The name of the observer, if it has one.
    let name: String?

    /// The class of the observer for which the receiver was made, if it lives forever.
    ///
    /// Other observers may share the receiver, and can die.
    ///
    /// It's read without the lock, and isn't first: to ThreadSanitizer, a thread that changes the
    /// state also writes to the beginning.
    let immortalClass: ObjectIdentifier?

    init(named name: String? = nil, ofImmortal immortalClass: ObjectIdentifier? = nil) {
        self.name = name
        self.immortalClass = immortalClass
    }

    /// The observations that have not ended, are retired, or aren't yet unregistered.
    private(set) var observations = SmallArray<AnyObservation>()

    /// `true` if the receiver is dying, so that no observation can start.
    private var isClosed = false

    /// The observer, to which all its observations refer.
    var observerReference = ObserverReference()

    /// `true` if there are enough observations that searching for some elsewhere pays off.
    var hasMany: Bool { observations.count > Tuning.fewObservations }

    /// Adds an observation unless the receiver is dying. O(1) amortized.
    mutating func add(_ observation: AnyObservation) -> Bool {
        if isClosed { return false }
        observation.receiverIndex = Int32(observations.count)
        observations.append(observation)
        return true
    }

    /// Removes an observation if it's here. O(1).
    ///
    /// The caller must keep the observation alive until it has released its lock.
    mutating func remove(_ observation: AnyObservation) {
        if contains(observation) { _ = takeObservation(at: Int(observation.receiverIndex)) }
    }

    /// Removes an observation that has ended, unless it's retired.
    ///
    /// A thread calls this after it has unregistered the observation, and after it has let go of
    /// it. Many threads may do so, in any order.
    mutating func removeUnlessRetired(_ observation: AnyObservation) {
        if !observation.isRetired { remove(observation) }
    }

    private func contains(_ observation: AnyObservation) -> Bool {
        let index = Int(observation.receiverIndex)
        return observations.indices.contains(index) && observations[index] === observation
    }

    private mutating func takeObservation(at index: Int) -> AnyObservation {
        guard var observation = observations.popLast() else { preconditionFailure("There's no observation.") }
        if index < observations.count {
            observation.receiverIndex = Int32(index)
            swap(&observations[index], &observation)
        }
        return observation
    }

    /// Ends all observations, or all with one registrar. O(n).
    ///
    /// Observations that another thread is ending are left out. The others end here, under the
    /// lock, so that a thread that stops observing meanwhile can rely on their end. The caller must
    /// unregister them. Until then, they stay here, so that a thread that waits for their handlers
    /// finds them.
    mutating func end(of registrar: ObservationRegistrar? = nil) -> SmallArray<AnyObservation> {
        var ended = SmallArray<AnyObservation>()
        for index in observations.indices.reversed() {
            let observation = Unmanaged.passUnretained(observations[index])
            if observation._withUnsafeGuaranteedRef({
                (registrar == nil || $0.registrar === registrar) && $0.markEnded()
            }) {
                ended.append(observations[index])
            }
        }
        return ended
    }

    /// Ends and removes all observations, and accepts no more.
    ///
    /// The caller must unregister them. No thread can ask for them afterwards.
    mutating func close() -> SmallArray<AnyObservation> {
        isClosed = true
        var ended = SmallArray<AnyObservation>()
        for index in observations.indices.reversed() where observations[index].markEnded() {
            ended.append(takeObservation(at: index))
        }
        return ended
    }
}

/// The observations of one receiver and their lock, under which no other lock is taken.
typealias LockedReceiverState = Protected<ReceiverState>

extension SmallArray<AnyObservation> {

    /// Removes ended observations everywhere, except while their handlers run.
    ///
    /// Call this without a lock. Observations that nothing else retains are released when all are
    /// done: their contents may wait for the others when they're deallocated.
    func finishEnds() {
        forEachReversed { $0.finishEnd(because: .stopped) }
    }

    /// Unregisters ended observations that have left their receiver because it dies.
    func unregister(because reason: EndReason) {
        forEachReversed { $0.unregister(because: reason) }
    }

    /// Calls the closure with each one without reference counting. All are released at the end.
    @inline(__always)
    private func forEachReversed(_ act: (AnyObservation) -> Void) {
        for index in indices.reversed() { Unmanaged.passUnretained(self[index])._withUnsafeGuaranteedRef(act) }
        extendLifetime(self)
    }
}
