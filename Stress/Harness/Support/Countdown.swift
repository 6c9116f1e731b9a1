import StressSupport
import Synchronization

/// Counts down to zero, and knows which threads are still missing.
final class Countdown: Sendable {

    private let missing: Guarded<Set<Int>>
    private let count: Atomic<Int>

    init(_ count: Int) {
        self.count = Atomic(count)
        missing = Guarded(Set(0..<count))
    }

    var isOver: Bool { count.load(ordering: .acquiring) <= 0 }
    var open: [Int] { missing.withLock { $0.sorted() } }

    func countDown(_ index: Int? = nil) {
        if let index { missing.withLock { _ = $0.remove(index) } }
        count.subtract(1, ordering: .acquiringAndReleasing)
    }
}
