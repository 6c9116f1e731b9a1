/// A receiver's reference to its observer, for all of the observer's observations. It doesn't keep the observer alive, but its
/// memory.
///
/// It's set by the first observation that starts, under the lock of the receiver, and never changes then. The observations copy the
/// pin, and keep the state of the receiver, with this in it.
struct ObserverReference: ~Copyable {

    /// Keeps the memory of the observer beyond its death. So no other object can be mistaken for it.
    private unowned var reservedObserver: AnyObject?
    private var pin: ObserverPin?

    /// Makes sure that this refers to an observer. Returns its pin if it's the given one.
    ///
    /// It's another one only if several observers share the receiver. The pin is read only if the observer at that address can be no
    /// other than the one that the caller holds. To read it makes it strong for a moment, and an observer whose last reference
    /// that is would die under the lock.
    @inline(__always)
    mutating func pin(_ observer: AnyObject, isAddressReserved: Bool = Self.isAddressReserved) -> ObserverPin? {
        if let pin {
            guard pin.isOf(observer), isAddressReserved || pin.observer != nil else { return nil }
            return pin
        }
        reservedObserver = observer
        pin = ObserverPin(observer)
        return pin
    }

    /// The observer, or `nil` if it's dying or dead, or if there's none yet.
    var observer: AnyObject? { pin?.observer }

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
