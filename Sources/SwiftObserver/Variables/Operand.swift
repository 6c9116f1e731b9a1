/// A type that arithmetic applies to.
///
/// Operands are numbers and `String`, optionals and variables of these, and optional variables.
public protocol Operand<Plain> {

    /// The type of number, or `String`.
    associatedtype Plain: PlainOperand

    /// The value, with zero or the empty string instead of `nil`.
    ///
    /// Setting it sets the value, even if the value was `nil`. If there is no variable, setting it
    /// has no effect.
    var plain: Plain { get set }

    /// Creates an operand with the value, if that's possible without creating a variable.
    init?(plain: Plain)
}

/// A number or a `String`.
public protocol PlainOperand: Operand, Equatable where Plain == Self {

    /// The value that replaces `nil`: zero or the empty string.
    static var valueOfNil: Self { get }
}

/// A number: `Int`, `Float`, `Double`, an integer of fixed size, or a type of your own.
///
/// Declare the conformance so that variables of your own number type take part in arithmetic:
/// `extension Fraction: PlainNumber {}`. Beyond `Numeric`, it only requires the division.
public protocol PlainNumber: PlainOperand, Numeric {

    /// Divides the first number by the second.
    static func / (left: Self, right: Self) -> Self
}

/// An ``Operand`` that is a variable or an optional.
///
/// Operators are declared for these, so that the operators of plain numbers and strings keep their
/// meaning.
public protocol IndirectOperand<Plain>: Operand {}

/// An ``Operand`` that is a variable.
public protocol VariableOperand<Plain>: IndirectOperand, AnyObject {

    /// Changes the value in place, atomically, with zero or the empty string instead of `nil`.
    ///
    /// Operators that assign call this. The closure must not touch the variable.
    func changePlain(_ change: (inout Plain) -> Void)
}

// MARK: - Plain values

extension PlainOperand {

    /// The value itself.
    public var plain: Self {
        get { self }
        set { self = newValue }
        _modify { yield &self }
    }

    /// Creates a copy of the value.
    public init?(plain: Self) { self = plain }
}

extension PlainNumber {

    /// Zero.
    public static var valueOfNil: Self { .zero }
}

extension Int: PlainNumber {}
extension Float: PlainNumber {}
extension Double: PlainNumber {}
extension Int8: PlainNumber {}
extension Int16: PlainNumber {}
extension Int32: PlainNumber {}
extension Int64: PlainNumber {}
extension UInt: PlainNumber {}
extension UInt8: PlainNumber {}
extension UInt16: PlainNumber {}
extension UInt32: PlainNumber {}
extension UInt64: PlainNumber {}

extension String: PlainOperand {

    /// The empty string.
    public static var valueOfNil: String { "" }
}

// MARK: - Optionals

extension Optional: Operand, IndirectOperand where Wrapped: Operand {

    /// The value, with zero or the empty string instead of `nil`.
    public var plain: Wrapped.Plain {
        get { self?.plain ?? .valueOfNil }
        set { if self == nil { self = Wrapped(plain: newValue) } else { self?.plain = newValue } }
        _modify {
            if self == nil { self = Wrapped(plain: .valueOfNil) }
            if self == nil {
                var nothing = Wrapped.Plain.valueOfNil
                yield &nothing
            } else {
                yield &self!.plain
            }
        }
    }

    /// Wraps the value, unless that requires a variable.
    public init?(plain: Wrapped.Plain) {
        guard let wrapped = Wrapped(plain: plain) else { return nil }
        self = wrapped
    }
}

// MARK: - Variables

extension Variable: Operand, IndirectOperand, VariableOperand where Value: Operand {

    /// The value, with zero or the empty string instead of `nil`.
    ///
    /// Changing it in place is atomic.
    public var plain: Value.Plain {
        get { value.plain }
        set { value.plain = newValue }
        _modify { yield &value.plain }
    }

    /// Changes the value in place, atomically, with zero or the empty string instead of `nil`.
    public func changePlain(_ change: (inout Value.Plain) -> Void) { changeInPlace { change(&$0.plain) } }

    /// Always `nil`, because operators don't create variables.
    public convenience init?(plain: Value.Plain) { nil }
}
