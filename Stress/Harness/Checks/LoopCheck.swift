import StressSupport

/// Runs one asynchronous loop from start to end, and judges its messages.
final class LoopCheck: Sendable {

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

    var stamps: [Stamp] { state.withLock { $0.stamps.inOwnMemory } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    @discardableResult
    func begin<Heard: AsyncSequence & Sendable>(hearing heard: Heard?, _ tally: Tally) -> Heard?
    where Heard.Element == CountedMessage, Heard.Failure == Never {
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

    private func run(over heard: some AsyncSequence<CountedMessage, Never>, _ tally: Tally) async {
        var rest = lastMessage
        for await message in heard {
            state.withLock { $0.stamps.append(message.stamp) }
            tally.beat()
            pause(after: message.stamp)
            if isSlow { for _ in 0..<3 { await Task.yield() } }
            rest -= 1
            if rest == 0 { return }
        }
    }

    func judge(_ order: [Stamp], _ places: [Stamp: Int], _ tally: Tally) {
        let check = state.withLock { $0 }, got = check.stamps.map { places[$0] ?? -1 }
        for (one, next) in zip(got, got.dropFirst()) {
            tally.expect(next == one + 1, "gap: a loop got \(order[max(0, next)]) after \(order[max(0, one)])")
        }
        if check.isCancelled, got.isEmpty { return }
        guard let due = order.firstIndex(where: { $0.began > check.start }) else { return }
        tally.expect(
            got.first ?? .max <= due, "missed: a loop did not get \(order[due]), which was sent after its start")
        let isComplete = check.isCancelled || got.count == lastMessage || got.last == order.count - 1
        tally.expect(isComplete, "missed: a loop ended before the last message")
    }
}
