import Synchronization

/// A number that several threads add to.
final class Total: Sendable {
    private let number = Atomic(0)
    var now: Int { number.load(ordering: .acquiring) }
    func add(_ count: Int) { number.add(count, ordering: .acquiringAndReleasing) }
}
