import Synchronization

/// A number that any thread may change.
public final class AtomicCounter: Sendable {

    private let atomic = Atomic(0)

    public init() {}

    public var value: Int { atomic.load(ordering: .acquiring) }

    @discardableResult
    public func add(_ number: Int) -> Int { atomic.add(number, ordering: .acquiringAndReleasing).newValue }
}
