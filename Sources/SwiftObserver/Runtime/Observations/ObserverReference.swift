/// A receiver's reference to its observer, for all of the observer's observations.
///
/// It keeps the observer's memory, but not the observer alive. The first observation that starts
/// sets it, under the lock of the receiver. It never changes after that. The observations copy the
/// pin, and retain the state of the receiver, which contains this reference.
struct ObserverReference: ~Copyable {

    /// Keeps the observer's memory beyond its death, so that no other object is mistaken for it.
    private unowned var reservedObserver: AnyObject?
    private var pin: ObserverPin?

    /// Ensures that this refers to an observer. Returns its pin if it's the given observer.
    ///
    /// It's another observer only if several share the receiver. The pin is read only if no
    /// observer but the caller's can be at that address. Reading makes the reference strong for a
    /// moment. If it were the last one, the observer would be deallocated under the lock.
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

    /// `true` if a dying object stays at its address as long as an unowned reference is left.
    ///
    /// Objects of Objective-C leave it, regardless of references to them.
    static var isAddressReserved: Bool {
        #if canImport(ObjectiveC)
            false
        #else
            true
        #endif
    }
}
