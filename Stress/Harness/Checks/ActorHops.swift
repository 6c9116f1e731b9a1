import StressSupport
import SwiftObserver
import Synchronization

/// A wire that takes messages to actors.
protocol ActorWire: Wire {
    func observe(on actor: Place, _ receive: @escaping @Sendable (isolated Place, Stamp) -> Void) -> any Line
}

/// An actor to hop to, which notes what it gets.
actor Place {
    private(set) var stamps: [[Stamp]] = [[], []]

    func note(_ stamp: Stamp, from observation: Int) -> Int {
        stamps[observation].append(stamp)
        return stamps[observation].count
    }
}

/// Two observations share an actor, and others end there or lose theirs.
///
/// Both get all messages in one order. Whatever ends on its actor gets nothing more. Actors that nobody needs any more
/// die, and so does what was captured for them.
func checkActorHops<W: ActorWire>(of _: W.Type, _ round: StressRound) throws {
    let wire = W(), place = Place(), tally = round.tally, count = 100, lives = Lives(), handled = Atomic(0)
    let lines = (0..<2).map { observation in
        wire.observe(on: place) { place, stamp in
            _ = place.note(stamp, from: observation)
            handled.add(1, ordering: .relaxed)
            tally.beat()
        }
    }
    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            if random.oneIn(4) { visit(wire, lives, endsAfter: random.below(3), tally) }
            wire.send(Stamp(sender: sender, number: number))
            random.pause()
        }
    }
    let expected = 2 * round.threads * count
    try round.wait("lost messages, \(handled.load(ordering: .relaxed)) of \(expected) arrived") {
        handled.load(ordering: .relaxed) >= expected
    }
    wire.send(Stamp(sender: -1, number: 0))
    if (try? round.wait("actors to die", until: { lives.now == 0 })) == nil {
        tally.violate("leak: \(lives.now) captured objects outlived their actors or observations")
    }
    let stamps = Guarded<[[Stamp]]?>(nil)
    Task.detached {
        let all = await place.stamps
        stamps.withLock { $0 = all }
    }
    try round.wait("an actor") { stamps.withLock { $0 } != nil }
    let all = (stamps.withLock { $0 } ?? []).map { $0.filter { $0.sender >= 0 } }
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
    for got in all { tally.expectOrder(got, perSender: sent, "an actor") }
    tally.expect(all.allSatisfy { $0 == all[0] }, "disagreement: two observations on one actor got different orders")
    lines.forEach { $0.stop() }
}

/// Observes on an actor of its own, which dies, and ends the observation there with a certain message, if any.
private func visit(_ wire: some ActorWire, _ lives: Lives, endsAfter last: Int, _ tally: Tally) {
    let visit = ActorVisit(), counted = Counted(lives)
    let line = wire.observe(on: Place()) { place, stamp in
        counted.touch()
        let hasEnded = visit.hasEnded.load(ordering: .sequentiallyConsistent)
        tally.expect(!hasEnded, "late: an actor got \(stamp) although the observation had ended there")
        guard place.note(stamp, from: 0) >= last, last > 0, let line = visit.line.withLock({ $0 }) else { return }
        line.stop()
        visit.hasEnded.store(true, ordering: .sequentiallyConsistent)
    }
    visit.line.withLock { $0 = line }
}

/// Holds on to an observation as long as that holds its handler.
private final class ActorVisit: Sendable {
    let line = Guarded<(any Line)?>(nil)
    let hasEnded = Atomic(false)
}
