import Synchronization

/// An object whose life is counted.
final class CountedObject: Sendable {
    let lives: LiveCount
    init(_ lives: LiveCount) {
        self.lives = lives
        lives.count.add(1, ordering: .relaxed)
    }
    deinit { lives.count.subtract(1, ordering: .acquiringAndReleasing) }
    func touch() {}
}

/// How many objects of one kind live.
final class LiveCount: Sendable {
    fileprivate let count = Atomic(0)
    var now: Int { count.load(ordering: .acquiring) }
}
