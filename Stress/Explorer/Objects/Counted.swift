/// Something foreign that must die in time, and never under a lock.
class Counted: @unchecked Sendable {

    let name: String

    init(_ name: String) {
        self.name = name
        Self.counts[ObjectIdentifier(Self.self), default: 0] += 1
    }

    deinit {
        Self.counts[ObjectIdentifier(Self.self), default: 0] -= 1
        Explorer.shared.died(name, isStep: Self.isDeathStep)
    }

    /// Whether others may run while an object of this class dies. By then it can't be reached by weak references any more.
    class var isDeathStep: Bool { false }

    /// How many objects of this class exist.
    final class var count: Int { counts[ObjectIdentifier(self), default: 0] }

    /// How many counted objects exist.
    static var alive: Int { counts.values.reduce(0, +) }

    static func forget() { counts = [:] }

    nonisolated(unsafe) private static var counts: [ObjectIdentifier: Int] = [:]
}
