import StressSupport
import Synchronization

/// Records the messages of all observers in one sequence, and detects overlapping handlers.
final class Journal: Sendable {

    struct Entry: Sendable {
        let observer: Int
        let stamp: Stamp
    }

    private let tally: Tally
    private let busy = Atomic(0)
    private let recorded = Guarded([Entry]())

    init(_ tally: Tally) { self.tally = tally }

    var entries: [Entry] { recorded.withLock { $0.inOwnMemory } }
    var count: Int { recorded.withLock { $0.count } }

    /// The messages that one observer got.
    func stamps(of observer: Int = 0) -> [Stamp] { entries.filter { $0.observer == observer }.map(\.stamp) }

    /// Acts like a handler: it notes the message and takes its time.
    func handle(_ stamp: Stamp, observer: Int = 0) {
        let others = busy.add(1, ordering: .acquiringAndReleasing).oldValue
        tally.expect(others == 0, "overlap: observer \(observer) got \(stamp) while another handler was running")
        recorded.withLock { $0.append(Entry(observer: observer, stamp: stamp)) }
        pause(after: stamp)
        tally.beat()
        busy.subtract(1, ordering: .acquiringAndReleasing)
    }
}
