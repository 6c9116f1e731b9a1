/// How an observation finds its observer, to hold it while the handler runs.
///
/// Where the observer can die, the rule is always the same: a handler begins only if the weak reference to the observer could be loaded, and what
/// was loaded is released after the handler has returned. So no handler runs without its observer, and an observer that is
/// released elsewhere meanwhile dies where the handler ran.
enum ObserverHold {

    /// The observer can't die during the observation.
    case unnecessary

    /// The receiver refers to the observer, for all of the observer's observations.
    case byReceiver

    /// The observation has a weak reference of its own, as several observers share the receiver, or there's no receiver.
    case byObservation
}

/// A receiver's reference to its observer.
///
/// Weak references are expensive, so an observer's observations share this one. It's set by the first one that starts,
/// under the lock of the receiver, and never changes then, so it may be read without that lock.
struct ObserverReference: ~Copyable {

    private(set) weak var observer: AnyObject?

    /// Reserves the address of the observer beyond its death, so that no other object can be mistaken for it.
    private unowned var reservedObserver: AnyObject?
    private var address: ObjectIdentifier?

    /// Makes sure that this refers to an observer, and tells whether it's the given one.
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

    /// Whether an object stays at its address when it dies, as long as an unowned reference is left. Objects of Objective-C
    /// leave it, whatever refers to them.
    static var isAddressReserved: Bool {
        #if canImport(ObjectiveC)
            false
        #else
            true
        #endif
    }
}
