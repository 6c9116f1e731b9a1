import StressSupport
import Synchronization

/// Observers come and go while others send. Each gets exactly what is between its start and its end.
func checkStartAndEnd<W: Wire>(of _: W.Type, _ round: StressRound) throws {
    var random = round.random(0)
    let count = 50 + random.below(200), senders = max(1, round.threads / 2)
    let wire = W(), journal = Journal(round.tally), returns = Returns(), visits = Guarded([Visit]())
    let witness = wire.observe { journal.handle($0) }
    let sending = Countdown(senders)

    try round.onThreads(senders + max(1, round.threads - senders)) { index, random in
        if index < senders {
            for number in 0..<count {
                returns.note(Stamp(sender: index, number: number)) { wire.send($0) }
                random.pause()
            }
            sending.countDown(index)
        } else {
            while !sending.isOver {
                let visit = Visit(round.tally, endsItselfAfter: random.oneIn(3) ? 1 + random.below(5) : nil)
                visit.happen(on: wire, journal, &random)
                visits.withLock { if $0.count < 3000 { $0.append(visit) } }
            }
        }
    }
    try round.wait("lost messages, \(journal.count) of \(senders * count) arrived") {
        journal.count >= senders * count
    }
    witness.stop()
    let order = journal.stamps()
    let sent = Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, count) })
    round.tally.expectOrder(order, perSender: sent, "the witness")
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ends = returns.all
    for visit in visits.withLock({ $0 }) { visit.check(order, places, ends) }
}

/// One observation from start to end, and what it got.
private final class Visit: Sendable {

    private struct State {
        var stamps: [Stamp] = []
        var line: (any Line)?

        /// Lives on, so that it's the end of the observation and not a death that must prevent calls.
        var endedLine: (any Line)?
        var lateCalls = 0
        var startCalled = 0
        var startReturned = 0
        var settled = 0
    }

    private let tally: Tally
    private let state = Guarded(State())
    private let hasStopped = Atomic(false)
    private let hasStoppedInside = Atomic(false)
    private let lastMessage: Int?

    init(_ tally: Tally, endsItselfAfter lastMessage: Int?) {
        self.tally = tally
        self.lastMessage = lastMessage
    }

    func happen(on wire: some Wire, _ journal: Journal, _ random: inout SplitMix64) {
        state.withLock { $0.startCalled = tick() }
        let line = wire.observe { [self] in receive($0) }
        state.withLock {
            $0.startReturned = tick()
            $0.line = line
        }
        for _ in 0..<(1 + random.below(20)) { random.pause() }
        let settled = journal.count - 1
        line.stop()
        hasStopped.store(true, ordering: .sequentiallyConsistent)
        state.withLock {
            $0.settled = settled
            $0.line = nil
            $0.endedLine = line
        }
    }

    private func receive(_ stamp: Stamp) {
        let isLate = hasStopped.load(ordering: .sequentiallyConsistent)
        tally.expect(
            !hasStoppedInside.load(ordering: .sequentiallyConsistent),
            "late: a handler that had ended its own observation got \(stamp)")
        let line: (any Line)? = state.withLock {
            if isLate { $0.lateCalls += 1 }
            $0.stamps.append(stamp)
            return $0.stamps.count >= lastMessage ?? .max ? $0.line : nil
        }
        pause(after: stamp)
        tally.beat()
        guard let line else { return }
        line.stop()
        hasStoppedInside.store(true, ordering: .sequentiallyConsistent)
    }

    func check(_ order: [Stamp], _ places: [Stamp: Int], _ returns: [Int: Int]) {
        let visit = state.withLock { $0 }
        tally.expect(visit.lateCalls <= 1, "late: \(visit.lateCalls) handlers began after the observation had ended")
        let got = visit.stamps.map { places[$0] ?? -1 }
        for (one, next) in zip(got, got.dropFirst()) {
            tally.expect(next == one + 1, "gap: got \(order[max(0, next)]) right after \(order[max(0, one)])")
        }
        if let first = visit.stamps.first {
            let end = returns[first.began] ?? .max
            tally.expect(end > visit.startCalled, "early: got \(first), which was sent before the observation started")
        }
        if hasStoppedInside.load(ordering: .sequentiallyConsistent) { return }
        guard let due = order.firstIndex(where: { $0.began > visit.startReturned }), due < visit.settled else { return }
        let isComplete = got.first ?? .max <= due && got.last ?? -1 >= visit.settled - 1
        tally.expect(isComplete, "missed: \(got.count) messages, not all of places \(due) to \(visit.settled - 1)")
    }
}
