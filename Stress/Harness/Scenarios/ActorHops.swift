import StressSupport
import SwiftObserver
import Synchronization

/// Lets two observations share an actor, while others end there or lose their actor.
///
/// Both get all messages in one order. An observation that ends on its actor gets nothing more.
/// Actors without references die, and so do the objects captured for them.
func stressActorHops<Subject: ActorSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let messenger = Subject(), target = HandlingActor(), tally = round.tally, count = 100, lives = LiveCount()
    let handled = Atomic(0)
    let observations = (0..<2).map { observation in
        messenger.observe(on: target) { target, stamp in
            _ = target.note(stamp, from: observation)
            handled.add(1, ordering: .relaxed)
            tally.beat()
        }
    }
    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            if random.oneIn(4) { observeOnDyingActor(messenger, lives, endsAfter: random.below(3), tally) }
            messenger.send(Stamp(sender: sender, number: number))
            random.pause()
        }
    }
    let expected = 2 * round.threads * count
    try round.wait("lost messages, \(handled.load(ordering: .relaxed)) of \(expected) arrived") {
        handled.load(ordering: .relaxed) >= expected
    }
    messenger.send(Stamp(sender: -1, number: 0))
    if (try? round.wait("actors to die", until: { lives.now == 0 })) == nil {
        tally.violate("leak: \(lives.now) captured objects outlived their actors or observations")
    }
    let stamps = Guarded<[[Stamp]]?>(nil)
    Task.detached {
        let all = await target.stamps
        stamps.withLock { $0 = all }
    }
    try round.wait("an actor") { stamps.withLock { $0 } != nil }
    let all = (stamps.withLock { $0 } ?? []).map { $0.filter { $0.sender >= 0 } }
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
    for got in all { tally.expectOrder(got, perSender: sent, "an actor") }
    tally.expect(all.allSatisfy { $0 == all[0] }, "disagreement: two observations on one actor got different orders")
    observations.forEach { $0.stop() }
}

/// Observes on its own actor, which dies. A certain message can end the observation there.
private func observeOnDyingActor(
    _ messenger: some ActorSubject, _ lives: LiveCount, endsAfter last: Int, _ tally: Tally
) {
    let holder = ObservationHolder(), counted = CountedObject(lives)
    let observation = messenger.observe(on: HandlingActor()) { target, stamp in
        counted.touch()
        let hasEnded = holder.hasEnded.load(ordering: .sequentiallyConsistent)
        tally.expect(!hasEnded, "late: an actor got \(stamp) after the observation had ended there")
        guard target.note(stamp, from: 0) >= last, last > 0, let observation = holder.observation.withLock({ $0 })
        else { return }
        observation.stop()
        holder.hasEnded.store(true, ordering: .sequentiallyConsistent)
    }
    holder.observation.withLock { $0 = observation }
}

/// Retains an observation as long as the observation retains its handler.
private final class ObservationHolder: Sendable {
    let observation = Guarded<(any SubjectObservation)?>(nil)
    let hasEnded = Atomic(false)
}
