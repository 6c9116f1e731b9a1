import Dispatch
import Foundation
import StressSupport
import Synchronization

/// Observations end, observers die, and at last the wire dies, while messages wait in a queue.
///
/// Where it ends on the queue, not a single call follows. What an observation holds is dead as soon as the queue has run
/// past its messages. And what was sent arrives although the wire is dead.
func checkHoppedDeaths<W: HopWire>(of _: W.Type, _ round: StressRound) throws {
    let queue = DispatchQueue(label: "stress deaths"), lives = Lives(), tally = round.tally
    let journal = Journal(tally), visits = Guarded([HoppedVisit]()), count = 30
    let wire = Guarded<W?>(W())
    let witness = wire.withLock { $0?.observe(on: queue) { journal.handle($0) } }

    try round.onThreads(round.threads) { sender, random in
        guard let wire = wire.withLock({ $0 }) else { return }
        for number in 0..<count {
            let visit = HoppedVisit()
            visit.begin(on: wire, queue, Counted(lives), tally)
            wire.send(Stamp(sender: sender, number: number))
            random.pause()
            visit.end(onQueue: random.oneIn(2) ? queue : nil, dies: random.oneIn(2))
            visits.withLock { $0.append(visit) }
        }
    }
    queue.sync {}
    tally.expect(lives.now == 0, "leak: \(lives.now) captured objects outlived the letters in the queue")
    for visit in visits.withLock({ $0 }) { visit.check(tally) }

    let holders = Countdown(round.threads)
    queue.suspend()
    try round.onThreads(round.threads) { sender, random in
        guard let own = wire.withLock({ $0 }) else { return }
        own.send(Stamp(sender: sender, number: count))
        holders.countDown()
        while !holders.isOver { sched_yield() }
        random.pause()
        wire.withLock { $0 = nil }
    }
    queue.resume()
    queue.sync {}
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count + 1) })
    tally.expectOrder(journal.stamps(), perSender: sent, "the witness, whose wire is dead,")
    withExtendedLifetime(witness) {}
}

/// One observation on a queue, from start to end or death.
private final class HoppedVisit: Sendable {

    private let line = Guarded<(any Line)?>(nil)

    /// Lives on, so that it's the end of the observation and not a death that must prevent calls.
    private let endedLine = Guarded<(any Line)?>(nil)
    private let hasEnded = Atomic(false), lateCalls = Atomic(0), mayBeLate = Atomic(1)

    func begin(on wire: some HopWire, _ queue: DispatchQueue, _ counted: Counted, _ tally: Tally) {
        let line = wire.observe(on: queue) { [self] stamp in
            if hasEnded.load(ordering: .sequentiallyConsistent) { lateCalls.add(1, ordering: .relaxed) }
            counted.touch()
            pause(after: stamp)
            tally.beat()
        }
        self.line.withLock { $0 = line }
    }

    func end(onQueue queue: DispatchQueue?, dies: Bool) {
        guard let queue else { return end(dies: dies) }
        mayBeLate.store(0, ordering: .relaxed)
        queue.sync { end(dies: dies) }
    }

    private func end(dies: Bool) {
        var line: (any Line)?
        self.line.withLock { swap(&$0, &line) }
        if dies {
            line = nil
        } else {
            line?.stop()
            endedLine.withLock { $0 = line }
        }
        hasEnded.store(true, ordering: .sequentiallyConsistent)
    }

    func check(_ tally: Tally) {
        let late = lateCalls.load(ordering: .relaxed), allowed = mayBeLate.load(ordering: .relaxed)
        let place = allowed == 0 ? "on the queue" : "elsewhere"
        tally.expect(late <= allowed, "late: \(late) handlers began after the observation had ended \(place)")
    }
}
