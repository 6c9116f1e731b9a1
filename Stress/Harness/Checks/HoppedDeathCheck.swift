import Dispatch
import StressSupport
import Synchronization

/// Makes one observation on a queue, from start to end or death, and checks for late calls.
final class HoppedDeathCheck: Sendable {

    private let observation = Guarded<(any SubjectObservation)?>(nil)

    /// Kept alive, so that the end of the observation, and not a death, must prevent calls.
    private let endedObservation = Guarded<(any SubjectObservation)?>(nil)
    private let hasEnded = Atomic(false), lateCalls = Atomic(0), mayBeLate = Atomic(1)

    func begin(on messenger: some HoppingSubject, _ queue: DispatchQueue, _ counted: CountedObject, _ tally: Tally) {
        let observation = messenger.observe(on: queue) { [self] stamp in
            if hasEnded.load(ordering: .sequentiallyConsistent) { lateCalls.add(1, ordering: .relaxed) }
            counted.touch()
            pause(after: stamp)
            tally.beat()
        }
        self.observation.withLock { $0 = observation }
    }

    func end(onQueue queue: DispatchQueue?, dies: Bool) {
        guard let queue else { return end(dies: dies) }
        mayBeLate.store(0, ordering: .relaxed)
        queue.sync { end(dies: dies) }
    }

    private func end(dies: Bool) {
        var observation: (any SubjectObservation)?
        self.observation.withLock { swap(&$0, &observation) }
        if dies {
            observation = nil
        } else {
            observation?.stop()
            endedObservation.withLock { $0 = observation }
        }
        hasEnded.store(true, ordering: .sequentiallyConsistent)
    }

    func judge(_ tally: Tally) {
        let late = lateCalls.load(ordering: .relaxed), allowed = mayBeLate.load(ordering: .relaxed)
        let place = allowed == 0 ? "on the queue" : "elsewhere"
        tally.expect(late <= allowed, "late: \(late) handlers began after the observation had ended \(place)")
    }
}
