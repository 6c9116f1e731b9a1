/// An object of client code that must die in time, and never under a lock.
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

    /// `true` if other threads may run while an object of this class dies.
    ///
    /// By then, weak references no longer reach it.
    class var isDeathStep: Bool { false }

    /// The number of objects of this class.
    final class var count: Int { counts[ObjectIdentifier(self), default: 0] }

    /// The number of counted objects.
    static var alive: Int { counts.values.reduce(0, +) }

    static func forget() { counts = [:] }

    nonisolated(unsafe) private static var counts: [ObjectIdentifier: Int] = [:]
}
