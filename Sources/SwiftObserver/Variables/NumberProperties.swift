// Variables of numbers, and optional variables, have a non-optional property named after the type
// of number. Changing it in place is atomic, as in `number.int += 1`. If there is no variable,
// setting it has no effect.

extension Variable where Value: Operand, Value.Plain == Int {

    /// The value, with zero instead of `nil`.
    public var int: Int {
        get { plain }
        set { plain = newValue }
        _modify { yield &plain }
    }
}

extension Variable where Value: Operand, Value.Plain == Float {

    /// The value, with zero instead of `nil`.
    public var float: Float {
        get { plain }
        set { plain = newValue }
        _modify { yield &plain }
    }
}

extension Variable where Value: Operand, Value.Plain == Double {

    /// The value, with zero instead of `nil`.
    public var double: Double {
        get { plain }
        set { plain = newValue }
        _modify { yield &plain }
    }
}

extension Optional where Wrapped: VariableOperand, Wrapped.Plain == Int {

    /// The value of the variable. Zero if it's `nil`, or there is no variable.
    public var int: Int {
        get { plain }
        nonmutating set { self[plainOr: .valueOfNil] = newValue }
        nonmutating _modify { yield &self[plainOr: .valueOfNil] }
    }
}

extension Optional where Wrapped: VariableOperand, Wrapped.Plain == Float {

    /// The value of the variable. Zero if it's `nil`, or there is no variable.
    public var float: Float {
        get { plain }
        nonmutating set { self[plainOr: .valueOfNil] = newValue }
        nonmutating _modify { yield &self[plainOr: .valueOfNil] }
    }
}

extension Optional where Wrapped: VariableOperand, Wrapped.Plain == Double {

    /// The value of the variable. Zero if it's `nil`, or there is no variable.
    public var double: Double {
        get { plain }
        nonmutating set { self[plainOr: .valueOfNil] = newValue }
        nonmutating _modify { yield &self[plainOr: .valueOfNil] }
    }
}

// MARK: - Any type of number

extension Variable where Value: Numeric {

    /// The value, for any type of number. Changing it in place is atomic.
    public var number: Value {
        get { value }
        set { value = newValue }
        _modify { yield &value }
    }
}

extension Variable where Value: OptionalNumber {

    /// The value, for any type of number, with zero instead of `nil`.
    ///
    /// Changing it in place is atomic.
    public var number: Value.Number {
        get { value.orZero }
        set { value.orZero = newValue }
        _modify { yield &value.orZero }
    }
}

extension Optional where Wrapped: VariableOperand, Wrapped.Plain: PlainNumber {

    /// The value of the variable, for any type of number.
    ///
    /// It's zero if the value is `nil`, or if there is no variable.
    public var number: Wrapped.Plain {
        get { plain }
        nonmutating set { self[plainOr: .valueOfNil] = newValue }
        nonmutating _modify { yield &self[plainOr: .valueOfNil] }
    }
}

/// An optional number.
public protocol OptionalNumber {

    /// The type of number.
    associatedtype Number: Numeric

    /// The number, with zero instead of `nil`.
    var orZero: Number { get set }
}

extension Optional: OptionalNumber where Wrapped: Numeric {

    /// The number, with zero instead of `nil`.
    public var orZero: Wrapped {
        get { self ?? .zero }
        set { self = newValue }
        _modify {
            var number = self ?? .zero
            defer { self = number }
            yield &number
        }
    }
}

// MARK: - Without a variable

extension Optional where Wrapped: VariableOperand {

    /// The value of the variable. If there is no variable, it's a temporary value.
    subscript(plainOr nothing: Wrapped.Plain) -> Wrapped.Plain {
        get { self?.plain ?? nothing }
        nonmutating _modify {
            if var variable = self {
                yield &variable.plain
            } else {
                var nothing = nothing
                yield &nothing
            }
        }
    }
}
