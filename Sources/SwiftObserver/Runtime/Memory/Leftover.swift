/// Something that is left over from what happened under a lock, and may only be released without any.
///
/// A base class, so that whoever carries it out of the lock needs but one reference, and mostly no memory apart.
class Leftover: @unchecked Sendable {

    /// Releases what is left over, which may run code of clients. Call this without a lock.
    func release() {}

    /// Both as one.
    static func + (one: Leftover?, other: Leftover) -> Leftover {
        guard let one else { return other }
        let all = one as? Leftovers ?? Leftovers(one)
        all.append(other)
        return all
    }
}

private final class Leftovers: Leftover, @unchecked Sendable {

    private var all: [Leftover]

    init(_ first: Leftover) { all = [first] }

    func append(_ leftover: Leftover) { all.append(leftover) }
    override func release() { for leftover in all { leftover.release() } }
}

/// A value that is left over, and is released together with this object.
final class LeftoverValue<Value>: Leftover, @unchecked Sendable {
    private let value: Value
    init(_ value: Value) { self.value = value }
}
