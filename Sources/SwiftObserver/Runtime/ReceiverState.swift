/// The observations of one receiver, in no particular order, and all decisions about them.
struct ReceiverState: ~Copyable {

    private(set) var observations = Handful()

    /// Whether the receiver is dying, so that no observation can start any more.
    private var isClosed = false

    /// The observer, once there was an observation. It never changes then, so it may be read without the lock.
    ///
    /// Weak references are dear, so an observer's observations share this one.
    private(set) weak var observer: AnyObject?

    /// Whether an object stays at its address when it dies, as long as an unowned reference is left. Objects of Objective-C
    /// leave it, whatever refers to them.
    static var isAddressReserved: Bool {
        #if canImport(ObjectiveC)
            false
        #else
            true
        #endif
    }

    /// Reserves the address of the observer beyond its death, so that no other object can be mistaken for it.
    private unowned var reservedObserver: AnyObject?
    private var address: ObjectIdentifier?

    /// Whether there are so many observations that it's worth to look for some of them elsewhere.
    var hasMany: Bool { observations.count > Self.few }
    #if EXPLORE
        private static var few: Int { 2 }
    #else
        private static var few: Int { 16 }
    #endif

    /// Adds an observation unless the receiver is dying. O(1) amortized.
    mutating func add(_ observation: AnyObservation) -> Bool {
        if isClosed { return false }
        observation.receiverIndex = observations.count
        observations.append(observation)
        return true
    }

    /// Makes sure that there's a reference to an observer, and tells whether it's this one.
    ///
    /// It's another one only if several observers share the receiver.
    /// The weak reference is read only if the observer at that address can be no other than the one that the caller holds.
    /// To read it makes it strong for a moment, and an observer whose last reference that is would die under the lock.
    @inline(__always)
    mutating func refer(to observer: AnyObject, isAddressReserved: Bool = Self.isAddressReserved) -> Bool {
        if let address {
            guard address == ObjectIdentifier(observer) else { return false }
            return isAddressReserved || self.observer != nil
        }
        address = ObjectIdentifier(observer)
        reservedObserver = observer
        self.observer = observer
        return true
    }

    /// Removes an observation if it is here. O(1).
    ///
    /// The caller must hold on to the observation until it released its lock.
    mutating func remove(_ observation: AnyObservation) {
        let index = observation.receiverIndex
        guard observations.indices.contains(index), observations[index] === observation else { return }
        _ = takeObservation(at: index)
    }

    private mutating func takeObservation(at index: Int) -> AnyObservation {
        guard var observation = observations.popLast() else { preconditionFailure("There's no observation.") }
        if index < observations.count {
            observation.receiverIndex = index
            swap(&observations[index], &observation)
        }
        return observation
    }

    /// Ends and removes all observations, or those of one office, but for those that someone else is just ending. O(n).
    ///
    /// They end right here, under the lock: whoever stops observing meanwhile, and doesn't find them any more, can rely on
    /// it that they have ended.
    mutating func end(of office: PostOffice? = nil) -> Handful {
        var ended = Handful()
        for index in observations.indices.reversed() {
            let observation = Unmanaged.passUnretained(observations[index])
            if observation._withUnsafeGuaranteedRef({ (office == nil || $0.office === office) && $0.mark() }) {
                ended.append(takeObservation(at: index))
            }
        }
        return ended
    }

    /// Ends and removes all observations and accepts no more.
    mutating func close() -> Handful {
        isClosed = true
        return end()
    }
}

extension Handful {

    /// Lets everyone but the receiver forget the observations, which have ended. Call this without a lock.
    consuming func leave() {
        while let observation = popLast() { observation.leave() }
    }
}
