import Synchronization

/// An object that is counted while it lives.
final class CountedObject: Sendable {
    let lives: LiveCount
    init(_ lives: LiveCount) {
        self.lives = lives
        lives.count.add(1, ordering: .relaxed)
    }
    deinit { lives.count.subtract(1, ordering: .acquiringAndReleasing) }
    func touch() {}
}

/// The number of living objects of one kind.
final class LiveCount: Sendable {
    fileprivate let count = Atomic(0)
    var now: Int { count.load(ordering: .acquiring) }
}
