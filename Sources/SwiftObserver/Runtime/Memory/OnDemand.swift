/// A value in memory of its own, created when first needed.
///
/// A value that few owners need costs the other owners only an address. Nothing else refers to the
/// value. Use a pointer immediately where you ask for it. Accessors that yield the value would do
/// the same more slowly, and allocate memory for that.
struct OnDemand<Value: ~Copyable & Emptiable>: ~Copyable {

    /// The value, if it exists.
    private(set) var existing: UnsafeMutablePointer<Value>?

    init() {}

    deinit {
        existing?.deinitialize(count: 1)
        existing?.deallocate()
    }

    /// The value, created if it doesn't exist.
    ///
    /// A function, because compilers with assertions (6.0, 6.2) fail where a property whose getter
    /// mutates is used in place.
    @inline(__always)
    mutating func created() -> UnsafeMutablePointer<Value> { existing ?? create() }

    @inline(never)
    private mutating func create() -> UnsafeMutablePointer<Value> {
        let new = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        new.initialize(to: Value())
        existing = new
        return new
    }
}

/// A type that has an empty value.
protocol Emptiable: ~Copyable {
    init()
}
