import Dispatch
import StressSupport
import Synchronization

/// Makes one observation that starts with the latest value, and checks its updates for gaps.
final class LatestCheck: Sendable {

    private let tally: Tally
    private let before: Int
    private let updates = Guarded([(old: Int, new: Int)]())
    private let observation = Guarded<(any SubjectObservation)?>(nil)
    private let hasStopped = Atomic(false)

    init(_ tally: Tally, before: Int) {
        self.tally = tally
        self.before = before
    }

    func start(on counter: some CounterSubject, _ queue: DispatchQueue?) {
        let new = counter.observeFromLatest(on: queue) { [updates, tally] old, new in
            updates.withLock { $0.append((old, new)) }
            tally.beat()
        }
        observation.withLock { $0 = new }
    }

    func stop() {
        hasStopped.store(true, ordering: .sequentiallyConsistent)
        observation.withLock { $0 }?.stop()
    }

    func isComplete(upTo end: Int) -> Bool {
        hasStopped.load(ordering: .sequentiallyConsistent) || updates.withLock { $0.last?.new ?? -1 } >= end
    }

    func judge(upTo end: Int, startsWithValue: Bool) {
        let updates = updates.withLock { $0 }
        if let first = updates.first {
            tally.expect(
                first.old == first.new || !startsWithValue, "start: it began with a change from \(first.old)")
            tally.expect(first.new >= before, "old: it began with \(first.new) when the number was already \(before)")
        }
        for (one, next) in zip(updates, updates.dropFirst()) {
            tally.expect(next.old == one.new, "gap: \(next.old) became \(next.new) right after \(one.new)")
            tally.expect(next.new == one.new + 1, "twice: \(next.new) came right after \(one.new)")
        }
        let last = updates.last?.new
        tally.expect(
            hasStopped.load(ordering: .sequentiallyConsistent) || last == end, "end: \(last ?? -1) was the last")
        observation.withLock { $0 }?.stop()
    }
}
