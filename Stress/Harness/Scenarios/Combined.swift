import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// Several threads change several variables that are observed together, in place and on a queue.
func checkCombined(_ round: StressRound) throws {
    let a = Var(0), b = Var(0), c = Var(0), dog = Dog(), count = 100
    let queue = DispatchQueue(label: "stress combined")
    let inPlace = CombinedJournal(round.tally), hopped = CombinedJournal(round.tally)
    dog.observe(a, b, c) { inPlace.handle([$0, $1, $2]) }
    dog.observe(a, b, c, on: queue) { hopped.handle([$0, $1, $2]) }
    try round.onThreads(round.threads) { _, random in
        for _ in 0..<count {
            [a, b, c][random.below(3)].value += 1
            random.pause()
        }
    }
    let total = round.threads * count
    try round.wait("lost messages, in place \(inPlace.count), on the queue \(hopped.count) of \(total) arrived") {
        inPlace.count >= total && hopped.count >= total
    }
    let final = [a.value, b.value, c.value]
    inPlace.check(final, "in place")
    hopped.check(final, "on the queue")
    dog.stopObserving()
}

private final class CombinedJournal: Sendable {

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

    func check(_ final: [Int], _ place: String) {
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
