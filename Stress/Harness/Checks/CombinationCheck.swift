import StressSupport
import SwiftObserver
import Synchronization

/// Judges the calls of one combined handler: one per message, and never two at a time.
final class CombinationCheck: Sendable {

    private let tally: Tally
    private let busy = Atomic(0)
    private let calls = Guarded([[Update<Int>]]())

    init(_ tally: Tally) { self.tally = tally }

    var count: Int { calls.withLock { $0.count } }

    func handle(_ updates: [Update<Int>]) {
        let others = busy.add(1, ordering: .acquiringAndReleasing).oldValue
        tally.expect(others == 0, "overlap: a combined handler runs at the same time as itself")
        calls.withLock { $0.append(updates) }
        tally.beat()
        busy.subtract(1, ordering: .acquiringAndReleasing)
    }

    func judge(_ final: [Int], _ place: String) {
        let calls = calls.withLock { $0 }
        var last = [Int](repeating: 0, count: final.count)
        for call in calls {
            let changed = call.indices.filter { call[$0].old != call[$0].new }
            tally.expect(changed.count == 1, "combined \(place): \(changed.count) messages caused one call")
            for index in changed {
                let old = call[index].old
                tally.expect(
                    old == last[index], "combined \(place): part \(index) went from \(old), not \(last[index])")
                last[index] = call[index].new
            }
        }
        tally.expect(last == final, "combined \(place): the messages lead to \(last), not \(final)")
        let latest = calls.last?.map(\.new) ?? final
        tally.expect(latest == final, "combined \(place): the last call said \(latest), not \(final)")
    }
}
