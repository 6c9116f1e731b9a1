import Dispatch
import StressSupport
import SwiftObserver
import Synchronization

/// The little that checks of clause 16 ask of a number that can be observed from its current value on.
protocol Counter: AnyObject, Sendable {
    init()

    /// Whether an observation always starts with an update that changes nothing.
    static var startsWithValue: Bool { get }

    var number: Int { get }
    func increment()
    func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line
}

/// Observations start and end while others increment. Each starts with the value and goes on without a gap.
func checkLatest<C: Counter>(of _: C.Type, _ round: StressRound) throws {
    let counter = C(), tally = round.tally, visits = Guarded([LatestVisit]()), count = 100
    let writers = max(1, round.threads / 2), writing = Countdown(writers)
    let queues = [nil, DispatchQueue(label: "s"), DispatchQueue(label: "c", attributes: .concurrent)]
    try round.onThreads(writers + max(1, round.threads - writers)) { index, random in
        if index < writers {
            for _ in 0..<count {
                counter.increment()
                random.pause()
            }
            return writing.countDown(index)
        }
        var started = 0
        repeat {
            let visit = LatestVisit(tally, before: counter.number)
            visit.start(on: counter, queues[random.below(3)])
            for _ in 0..<random.below(10) { random.pause() }
            if random.oneIn(2) { visit.stop() }
            visits.withLock { $0.append(visit) }
            started += 1
        } while !writing.isOver && started < 300
    }
    let total = writers * count, all = visits.withLock { $0 }
    try round.wait("the last value, \(total)") { all.allSatisfy { $0.isComplete(upTo: total) } }
    for visit in all { visit.check(upTo: total, startsWithValue: C.startsWithValue) }
}

/// One observation from the latest value on.
private final class LatestVisit: Sendable {

    private let tally: Tally
    private let before: Int
    private let updates = Guarded([(old: Int, new: Int)]())
    private let line = Guarded<(any Line)?>(nil)
    private let hasStopped = Atomic(false)

    init(_ tally: Tally, before: Int) {
        self.tally = tally
        self.before = before
    }

    func start(on counter: some Counter, _ queue: DispatchQueue?) {
        let new = counter.observeFromLatest(on: queue) { [updates, tally] old, new in
            updates.withLock { $0.append((old, new)) }
            tally.beat()
        }
        line.withLock { $0 = new }
    }

    func stop() {
        hasStopped.store(true, ordering: .sequentiallyConsistent)
        line.withLock { $0 }?.stop()
    }

    func isComplete(upTo end: Int) -> Bool {
        hasStopped.load(ordering: .sequentiallyConsistent) || updates.withLock { $0.last?.new ?? -1 } >= end
    }

    func check(upTo end: Int, startsWithValue: Bool) {
        let updates = updates.withLock { $0 }
        if let first = updates.first {
            tally.expect(
                first.old == first.new || !startsWithValue, "start: it began with a change from \(first.old)")
            tally.expect(first.new >= before, "old: it began with \(first.new) when the number was \(before) already")
        }
        for (one, next) in zip(updates, updates.dropFirst()) {
            tally.expect(next.old == one.new, "gap: \(next.old) became \(next.new) right after \(one.new)")
            tally.expect(next.new == one.new + 1, "twice: \(next.new) came right after \(one.new)")
        }
        let last = updates.last?.new
        tally.expect(
            hasStopped.load(ordering: .sequentiallyConsistent) || last == end, "end: \(last ?? -1) was the last")
        line.withLock { $0 }?.stop()
    }
}

// MARK: - Counters

/// A counter that is to be attacked.
class SwiftObserverCounter: Counter, @unchecked Sendable {

    let variable = Var(0)

    required init() {}

    class var startsWithValue: Bool { true }
    var number: Int { variable.value }
    func increment() { variable.value += 1 }

    func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line {
        observe(variable.startingWithLatest(), on: queue, receive)
    }

    final func observe<O: Observable>(
        _ observable: O, on queue: DispatchQueue?,
        _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line where O.Message == Update<Int> {
        let line = LatestLine()
        if let queue {
            line.observe(observable, on: queue) { receive($0.old, $0.new) }
        } else {
            line.observe(observable) { receive($0.old, $0.new) }
        }
        return line
    }
}

final class BufferCounter: SwiftObserverCounter, @unchecked Sendable {
    private lazy var buffer = variable.buffer().unwrap(Update(0, 0))
    required init() {
        super.init()
        _ = buffer
    }
    override class var startsWithValue: Bool { false }
    override var number: Int { buffer.latestMessage.new }
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line {
        observe(buffer.startingWithLatest(), on: queue, receive)
    }
}

final class MapCounter: SwiftObserverCounter, @unchecked Sendable {
    private lazy var map = variable.map { $0 }
    required init() {
        super.init()
        _ = map
    }
    override func observeFromLatest(
        on queue: DispatchQueue?, _ receive: @escaping @Sendable (_ old: Int, _ new: Int) -> Void
    ) -> any Line {
        observe(map.startingWithLatest(), on: queue, receive)
    }
}

/// Only ends the observation, which otherwise lasts as long as the line.
private final class LatestLine: Observer, Line {
    let receiver = Receiver()
    func stop() { stopObserving() }
}
