/// Two values, such as those of two combined variables.
///
/// The operator `+++` combines values into pairs: `1 +++ "a" +++ true` is
/// `Pair(Pair(1, "a"), true)`.
///
/// A pair is `Sendable`, `Equatable`, `Hashable`, `Comparable`, encodable and decodable if both
/// values are.
public struct Pair<Left, Right> {

    /// The first value.
    public var left: Left

    /// The second value.
    public var right: Right

    /// Creates a pair.
    public init(_ left: Left, _ right: Right) {
        self.left = left
        self.right = right
    }
}

extension Pair: Sendable where Left: Sendable, Right: Sendable {}
extension Pair: Equatable where Left: Equatable, Right: Equatable {}
extension Pair: Hashable where Left: Hashable, Right: Hashable {}
extension Pair: Encodable where Left: Encodable, Right: Encodable {}
extension Pair: Decodable where Left: Decodable, Right: Decodable {}

extension Pair: Comparable where Left: Comparable, Right: Comparable {

    /// Compares the left values and, if they're equal, the right ones.
    public static func < (one: Pair, other: Pair) -> Bool {
        (one.left, one.right) < (other.left, other.right)
    }
}

// MARK: - Combine values

infix operator +++ : AdditionPrecedence

/// Combines two values into a ``Pair``.
public func +++ <Left, Right>(left: Left, right: Right) -> Pair<Left, Right> {
    Pair(left, right)
}
