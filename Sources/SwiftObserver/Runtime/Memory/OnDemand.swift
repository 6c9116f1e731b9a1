/// A value that's apart from what owns it, and only there once it was needed.
///
/// So what only few need takes no room in the others but for an address. Nobody else refers to the value. Use the pointers right where
/// you ask for them. Accessors that yield the value would do the same more slowly, and allocate memory for that.
struct OnDemand<Value: ~Copyable & Emptiable>: ~Copyable {

    /// The value, if it's there.
    private(set) var existing: UnsafeMutablePointer<Value>?

    init() {}

    deinit {
        existing?.deinitialize(count: 1)
        existing?.deallocate()
    }

    /// The value, which is created if it isn't there.
    ///
    /// A function, since compilers with assertions (6.0, 6.2) fail where a property whose getter mutates is used in place.
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

/// Values of which there's an empty one.
protocol Emptiable: ~Copyable {
    init()
}
