import SwiftObserver
import Testing

/// An operator and its assignment operator, on operands of one type.
struct Operation<Plain: PlainOperand & Sendable>: AnyOperation {

    let testDescription: String

    /// Values of both operands, and a right operand that changes nothing.
    let left: Plain, right: Plain, neutral: Plain

    /// The operator of plain values.
    let plain: @Sendable (Plain, Plain) -> Plain

    /// The results of all pairs of forms.
    let results: @Sendable (Operands<Plain>) -> [Plain]

    /// The assignments for all pairs of forms.
    let assignments: @Sendable (Operands<Plain>) -> [() -> Void]

    init(
        _ name: String, _ left: Plain, _ right: Plain, neutral: Plain,
        _ plain: @escaping @Sendable (Plain, Plain) -> Plain,
        _ results: @escaping @Sendable (Operands<Plain>) -> [Plain],
        _ assignments: @escaping @Sendable (Operands<Plain>) -> [() -> Void]
    ) {
        testDescription = name
        (self.left, self.right, self.neutral) = (left, right, neutral)
        (self.plain, self.results, self.assignments) = (plain, results, assignments)
    }

    /// Values of both operands, with `nil` on either side unless that would divide by zero.
    ///
    /// The flag tells whether `nil` in the sixth form means that there's no variable.
    var values: [(left: Plain?, right: Plain?, lacksVariable: Bool)] {
        var values: [(Plain?, Plain?)] = [(left, right), (nil, right), (left, neutral), (nil, neutral)]
        if !testDescription.hasSuffix("/") { values += [(left, nil), (nil, nil)] }
        return values.flatMap { [($0, $1, false), ($0, $1, true)] }
    }
}

/// An operation on operands of one type.
protocol AnyOperation<Plain>: CustomTestStringConvertible, Sendable {
    associatedtype Plain: PlainOperand & Sendable
    var values: [(left: Plain?, right: Plain?, lacksVariable: Bool)] { get }
    var plain: @Sendable (Plain, Plain) -> Plain { get }
    var results: @Sendable (Operands<Plain>) -> [Plain] { get }
    var assignments: @Sendable (Operands<Plain>) -> [() -> Void] { get }
}

/// All operators on all tested types of operands.
let operations: [any AnyOperation] = [
    Operation("Int +", 12, 4, neutral: 0, +, \.sums, \.addingInPlace),
    Operation("Int -", 12, 4, neutral: 0, -, \.differences, \.subtractingInPlace),
    Operation("Int *", 12, 4, neutral: 1, *, \.products, \.multiplyingInPlace),
    Operation("Int /", 12, 4, neutral: 1, /, \.quotients, \.dividingInPlace),
    Operation<Float>("Float +", 7.5, 2.5, neutral: 0, +, \.sums, \.addingInPlace),
    Operation<Float>("Float -", 7.5, 2.5, neutral: 0, -, \.differences, \.subtractingInPlace),
    Operation<Float>("Float *", 7.5, 2.5, neutral: 1, *, \.products, \.multiplyingInPlace),
    Operation<Float>("Float /", 7.5, 2.5, neutral: 1, /, \.quotients, \.dividingInPlace),
    Operation("Double +", 7.5, 2.5, neutral: 0, +, \.sums, \.addingInPlace),
    Operation("Double -", 7.5, 2.5, neutral: 0, -, \.differences, \.subtractingInPlace),
    Operation("Double *", 7.5, 2.5, neutral: 1, *, \.products, \.multiplyingInPlace),
    Operation("Double /", 7.5, 2.5, neutral: 1, /, \.quotients, \.dividingInPlace),
    Operation("String +", "a", "b", neutral: "", +, \.concatenations, \.appendingInPlace),
]
