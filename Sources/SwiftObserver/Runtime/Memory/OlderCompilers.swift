// Declarations that the standard library lacks before Swift 6.2. Newer compilers see none of them.
#if compiler(<6.2)
    /// A stand-in for the protocol of that name. Without it, any thread may use any metatype.
    public typealias SendableMetatype = Any

    /// A stand-in for the function of that name.
    @inline(__always)
    func extendLifetime<Value: ~Copyable>(_ value: borrowing Value) { withExtendedLifetime(value) {} }
#endif
