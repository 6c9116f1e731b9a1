// Properties that version 6 also gave plain values. Each declaration names its replacement.

extension Int {

    /// The number itself.
    @available(*, deprecated, message: "Delete `.int`: it's an `Int` already.")
    @_disfavoredOverload
    public var int: Int {
        get { self }
        set { self = newValue }
    }
}

extension Float {

    /// The number itself.
    @available(*, deprecated, message: "Delete `.float`: it's a `Float` already.")
    @_disfavoredOverload
    public var float: Float {
        get { self }
        set { self = newValue }
    }
}

extension Double {

    /// The number itself.
    @available(*, deprecated, message: "Delete `.double`: it's a `Double` already.")
    @_disfavoredOverload
    public var double: Double {
        get { self }
        set { self = newValue }
    }
}

extension String {

    /// The text itself.
    @available(*, deprecated, message: "Delete `.string`: it's a `String` already.")
    @_disfavoredOverload
    public var string: String {
        get { self }
        set { self = newValue }
    }
}

// MARK: - Optionals

extension Optional where Wrapped == Int {

    /// The number, with zero in place of `nil`.
    @available(*, deprecated, message: "Write `?? 0` instead of `.int`.")
    @_disfavoredOverload
    public var int: Int {
        get { self ?? 0 }
        set { self = newValue }
    }
}

extension Optional where Wrapped == Float {

    /// The number, with zero in place of `nil`.
    @available(*, deprecated, message: "Write `?? 0` instead of `.float`.")
    @_disfavoredOverload
    public var float: Float {
        get { self ?? 0 }
        set { self = newValue }
    }
}

extension Optional where Wrapped == Double {

    /// The number, with zero in place of `nil`.
    @available(*, deprecated, message: "Write `?? 0` instead of `.double`.")
    @_disfavoredOverload
    public var double: Double {
        get { self ?? 0 }
        set { self = newValue }
    }
}

extension Optional where Wrapped == String {

    /// The text, with an empty text in place of `nil`.
    @available(*, deprecated, message: "Write `?? \"\"` instead of `.string`.")
    @_disfavoredOverload
    public var string: String {
        get { self ?? "" }
        set { self = newValue }
    }
}
