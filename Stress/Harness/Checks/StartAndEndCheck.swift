import StressSupport
import Synchronization

/// Makes one observation from start to end, and judges its messages.
final class StartAndEndCheck: Sendable {

    private struct State {
        var stamps: [Stamp] = []
        var observation: (any SubjectObservation)?

        /// Kept alive, so that the end of the observation, and not a death, must prevent calls.
        var endedObservation: (any SubjectObservation)?
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

    func happen(on messenger: some MessengerSubject, _ journal: Journal, _ random: inout SplitMix64) {
        state.withLock { $0.startCalled = tick() }
        let observation = messenger.observe { [self] in receive($0) }
        state.withLock {
            $0.startReturned = tick()
            $0.observation = observation
        }
        for _ in 0..<(1 + random.below(20)) { random.pause() }
        let settled = journal.count - 1
        observation.stop()
        hasStopped.store(true, ordering: .sequentiallyConsistent)
        state.withLock {
            $0.settled = settled
            $0.observation = nil
            $0.endedObservation = observation
        }
    }

    private func receive(_ stamp: Stamp) {
        let isLate = hasStopped.load(ordering: .sequentiallyConsistent)
        tally.expect(
            !hasStoppedInside.load(ordering: .sequentiallyConsistent),
            "late: a handler that had ended its own observation got \(stamp)")
        let observation: (any SubjectObservation)? = state.withLock {
            if isLate { $0.lateCalls += 1 }
            $0.stamps.append(stamp)
            return $0.stamps.count >= lastMessage ?? .max ? $0.observation : nil
        }
        pause(after: stamp)
        tally.beat()
        guard let observation else { return }
        observation.stop()
        hasStoppedInside.store(true, ordering: .sequentiallyConsistent)
    }

    func judge(_ order: [Stamp], _ places: [Stamp: Int], _ returns: [Int: Int]) {
        let check = state.withLock { $0 }
        tally.expect(check.lateCalls <= 1, "late: \(check.lateCalls) handlers began after the observation had ended")
        let got = check.stamps.map { places[$0] ?? -1 }
        for (one, next) in zip(got, got.dropFirst()) {
            tally.expect(next == one + 1, "gap: got \(order[max(0, next)]) right after \(order[max(0, one)])")
        }
        if let first = check.stamps.first {
            let end = returns[first.began] ?? .max
            tally.expect(end > check.startCalled, "early: got \(first), which was sent before the observation started")
        }
        if hasStoppedInside.load(ordering: .sequentiallyConsistent) { return }
        guard let due = order.firstIndex(where: { $0.began > check.startReturned }), due < check.settled else { return }
        let isComplete = got.first ?? .max <= due && got.last ?? -1 >= check.settled - 1
        tally.expect(isComplete, "missed: \(got.count) messages, not all of places \(due) to \(check.settled - 1)")
    }
}
