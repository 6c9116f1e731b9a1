// What the standard library lacks before Swift 6.2. A newer compiler sees nothing of this.
#if compiler(<6.2)
    /// Stands in for the protocol of that name, without which any thread may use any metatype.
    public typealias SendableMetatype = Any

    /// Stands in for the function of that name.
    @inline(__always)
    func extendLifetime<Value: ~Copyable>(_ value: borrowing Value) { withExtendedLifetime(value) {} }
#endif
