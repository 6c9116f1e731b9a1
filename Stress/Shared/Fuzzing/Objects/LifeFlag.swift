import Synchronization

/// A flag that an object has begun to die.
final class LifeFlag: Sendable {

    private let over = Atomic(false)

    var isOver: Bool { over.load(ordering: .acquiring) }

    func end() { over.store(true, ordering: .releasing) }
}
