import StressSupport
import Synchronization

/// Asynchronous loops come and go, break and get cancelled while others send, and at last the wire dies.
///
/// Each loop gets a part of the one sequence, without gaps. A slow one says how much it dropped. All loops end, and what
/// was in the buffers of those that left is dead.
func checkLoops<W: LoopWire>(of _: W.Type, _ round: StressRound) throws {
    let tally = round.tally, lives = Lives(), wire = Guarded<W?>(W()), visits = Guarded([LoopVisit]())
    let count = 100, senders = max(1, round.threads / 2), sending = Countdown(senders), returns = Returns()
    let witness = LoopVisit(), slow = LoopVisit(isSlow: true), limit = 1 + Int(round.seed % 20)
    let slowlyHeard = wire.withLock { wire in
        witness.begin(hearing: wire?.hear(newest: nil), tally)
        return slow.begin(hearing: wire?.hear(newest: limit), tally)
    }

    try round.onThreads(senders + max(1, round.threads - senders)) { index, random in
        guard let own = wire.withLock({ $0 }) else { return }
        if index < senders {
            for number in 0..<count {
                returns.note(Stamp(sender: index, number: number)) { own.send(Parcel($0, lives)) }
                random.pause()
            }
            return sending.countDown(index)
        }
        for _ in 0..<200 where !sending.isOver {
            let visit = LoopVisit(breaksAfter: random.oneIn(2) ? 1 + random.below(20) : .max)
            visit.begin(hearing: own.hear(newest: nil), tally)
            for _ in 0..<random.below(20) { random.pause() }
            if random.oneIn(2) { visit.cancel() }
            visits.withLock { $0.append(visit) }
        }
    }
    let all = visits.withLock { $0 }
    try round.wait("cancelled loops to end") { all.allSatisfy { $0.hasEnded || !$0.isCancelled } }
    try round.wait("lost messages") { witness.stamps.count >= senders * count }
    if (try? round.wait("buffers", until: { lives.now <= limit })) == nil {
        tally.violate("leak: \(lives.now) messages live on, though loops that left had them in their buffers")
    }
    wire.withLock { $0 = nil }
    try round.wait("loops to end after the death of their wire") { (all + [witness, slow]).allSatisfy(\.hasEnded) }

    let order = witness.stamps, sent = Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, count) })
    tally.expectOrder(order, perSender: sent, "the witness")
    tally.expectRealTime(order, returns.all, "the witness")
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for visit in all { visit.check(order, places, tally) }
    let received = slow.stamps.count, dropped = slowlyHeard.map(W.droppedCount) ?? 0
    tally.expect(
        received + dropped == order.count,
        "uncounted: a slow loop received \(received) and dropped \(dropped) of \(order.count) messages")
}

/// One asynchronous loop from start to end, and what it got.
private final class LoopVisit: Sendable {

    private struct State {
        var stamps: [Stamp] = []
        var start = 0
        var isCancelled = false
        var hasEnded = false
        var task: Task<Void, Never>?
    }

    private let state = Guarded(State())
    private let isSlow: Bool
    private let lastMessage: Int

    init(isSlow: Bool = false, breaksAfter lastMessage: Int = .max) {
        self.isSlow = isSlow
        self.lastMessage = lastMessage
    }

    var stamps: [Stamp] { state.withLock { $0.stamps } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    @discardableResult
    func begin<Heard: AsyncSequence & Sendable>(hearing heard: Heard?, _ tally: Tally) -> Heard?
    where Heard.Element == Parcel, Heard.Failure == Never {
        guard let heard else { return nil }
        state.withLock { $0.start = tick() }
        let task = Task.detached { [self] in
            await run(over: heard, tally)
            state.withLock { $0.hasEnded = true }
        }
        state.withLock { $0.task = task }
        return heard
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
        state.withLock { $0.task }?.cancel()
    }

    private func run(over heard: some AsyncSequence<Parcel, Never>, _ tally: Tally) async {
        var rest = lastMessage
        for await parcel in heard {
            state.withLock { $0.stamps.append(parcel.stamp) }
            tally.beat()
            pause(after: parcel.stamp)
            if isSlow { for _ in 0..<3 { await Task.yield() } }
            rest -= 1
            if rest == 0 { return }
        }
    }

    func check(_ order: [Stamp], _ places: [Stamp: Int], _ tally: Tally) {
        let visit = state.withLock { $0 }, got = visit.stamps.map { places[$0] ?? -1 }
        for (one, next) in zip(got, got.dropFirst()) {
            tally.expect(next == one + 1, "gap: a loop got \(order[max(0, next)]) after \(order[max(0, one)])")
        }
        if visit.isCancelled, got.isEmpty { return }
        guard let due = order.firstIndex(where: { $0.began > visit.start }) else { return }
        tally.expect(
            got.first ?? .max <= due, "missed: a loop did not get \(order[due]), which was sent after its start")
        let isComplete = visit.isCancelled || got.count == lastMessage || got.last == order.count - 1
        tally.expect(isComplete, "missed: a loop ended before the last message")
    }
}
