import Dispatch
import StressSupport

/// Lets several threads change a number that is observed slowly, on a queue or in a loop.
///
/// The received updates form a chain from the first value to the last one. While the queue is
/// stuck, one update waits, and it outlives the number.
func stressMerged<Subject: MergingSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let tally = round.tally, counter = Guarded<Subject?>(Subject()), queue = DispatchQueue(label: "stress merged")
    let one = MergeCheck(tally), other = MergeCheck(tally), loop = MergeCheck(tally), count = 300
    let observations = counter.withLock { counter -> [any SubjectObservation] in
        guard let counter else { return [] }
        let heard = counter.hearMerged()
        Task.detached {
            for await update in heard { loop.add(update.old, update.new) }
            loop.end()
        }
        return [one, other].map { check in counter.observeMerged(on: queue) { check.add($0, $1) } }
    }
    func increment(_ times: Int) throws {
        try round.onThreads(round.threads) { _, _ in
            guard let counter = counter.withLock({ $0 }) else { return }
            for _ in 0..<times { counter.increment() }
        }
    }
    let total = round.threads * count
    try increment(count)
    try round.wait("the updates") { one.last == total && other.last == total && loop.last == total }
    queue.sync {}
    let handled = one.count
    queue.suspend()
    try increment(10)
    counter.withLock { $0 = nil }
    queue.resume()
    let end = total + 10 * round.threads
    try round.wait("the last update") { one.last == end && other.last == end && loop.hasEnded }
    queue.sync {}
    tally.expect(one.count == handled + 1, "bound: \(one.count - handled) updates waited instead of 1")
    for check in [one, other, loop] { check.judge(upTo: end) }
    withExtendedLifetime(observations) {}
}

/// Judges whether updates of a number form a chain.
private final class MergeCheck: Sendable {

    private let tally: Tally
    private let updates = Guarded([(old: Int, new: Int)]())
    private let ended = Guarded(false)

    init(_ tally: Tally) { self.tally = tally }

    var count: Int { updates.withLock { $0.count } }
    var last: Int { updates.withLock { $0.last?.new } ?? 0 }
    var hasEnded: Bool { ended.withLock { $0 } }

    func add(_ old: Int, _ new: Int) {
        updates.withLock { $0.append((old, new)) }
        pause(after: Stamp(sender: 0, number: new))
        tally.beat()
    }

    func end() { ended.withLock { $0 = true } }

    func judge(upTo end: Int) {
        var last = 0
        for update in updates.withLock({ $0 }) {
            tally.expect(update.old == last, "chain: an update from \(update.old) follows \(last)")
            tally.expect(update.new > update.old, "chain: an update from \(update.old) to \(update.new)")
            last = update.new
        }
        tally.expect(last == end, "chain: the last update leads to \(last), the number is \(end)")
    }
}
