/// The observations of one receiver, in no particular order, and all decisions about them.
///
/// A value without threads or locks, but for the observations themselves.
///
/// INVARIANTS
/// - Each observation here knows its index as `receiverIndex`.
/// - It has not ended, or it is retired, or whoever ends it is about to remove it.
/// - When this is closed, no observation is added.
struct ReceiverState: ~Copyable {

    /// The name of the observer, if it has one.
    let name: String?

    /// The class of the observer for which the receiver was made, if that observer lives forever. Others may share the receiver, and
    /// can die.
    ///
    /// It's read without the lock, and isn't first: to ThreadSanitizer, whoever changes the state also writes to the beginning.
    let immortalClass: ObjectIdentifier?

    init(named name: String? = nil, ofImmortal immortalClass: ObjectIdentifier? = nil) {
        self.name = name
        self.immortalClass = immortalClass
    }

    /// Those that have not ended, and those that have until they're unregistered and not retired.
    private(set) var observations = SmallArray<AnyObservation>()

    /// Whether the receiver is dying, so that no observation can start any more.
    private var isClosed = false

    /// The observer, to which all its observations refer.
    var observerReference = ObserverReference()

    /// Whether there are so many observations that it's worth to look for some of them elsewhere.
    var hasMany: Bool { observations.count > Tuning.fewObservations }

    /// Adds an observation unless the receiver is dying. O(1) amortized.
    mutating func add(_ observation: AnyObservation) -> Bool {
        if isClosed { return false }
        observation.receiverIndex = Int32(observations.count)
        observations.append(observation)
        return true
    }

    /// Removes an observation if it is here. O(1).
    ///
    /// The caller must keep the observation alive until it released its lock.
    mutating func remove(_ observation: AnyObservation) {
        if contains(observation) { _ = takeObservation(at: Int(observation.receiverIndex)) }
    }

    /// Removes an observation that has ended, unless it's retired.
    ///
    /// Whoever has unregistered it calls this, and whoever lets go of it, behind that. So many threads may do so in any order.
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

    /// Ends all observations, or those with one registrar, but for those that someone else is just ending. O(n).
    ///
    /// They end right here, under the lock: whoever stops observing meanwhile can rely on it that they have ended. The caller has to
    /// unregister them. They stay here until that is done, so that whoever waits for their handlers meanwhile finds them.
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

    /// Ends and removes all observations and accepts no more. The caller has to unregister them. Nobody can ask for them any more.
    mutating func close() -> SmallArray<AnyObservation> {
        isClosed = true
        var ended = SmallArray<AnyObservation>()
        for index in observations.indices.reversed() where observations[index].markEnded() {
            ended.append(takeObservation(at: index))
        }
        return ended
    }
}

/// The observations of one receiver behind their lock. No other lock is taken while it is held.
typealias LockedReceiverState = Protected<ReceiverState>

extension SmallArray<AnyObservation> {

    /// Makes everyone forget observations that have ended, but for as long as their handlers run. Call this without a lock.
    ///
    /// Those that nobody needs any more are released when all are done: what they hold may wait for the others when it dies.
    func finishEnds() {
        forEachReversed { $0.finishEnd(because: .stopped) }
    }

    /// The same for observations that have left their receiver, because it dies.
    func unregister(because reason: EndReason) {
        forEachReversed { $0.unregister(because: reason) }
    }

    /// Calls the closure with each one without counting references, and releases none before all are done.
    @inline(__always)
    private func forEachReversed(_ act: (AnyObservation) -> Void) {
        for index in indices.reversed() { Unmanaged.passUnretained(self[index])._withUnsafeGuaranteedRef(act) }
        extendLifetime(self)
    }
}
