import Dispatch
import Foundation
import StressSupport

/// Ends observations, observers and at last the messenger, while messages wait on a queue.
///
/// If an observation ends on the queue, no call follows. The objects that an observation retains
/// are dead as soon as the queue has processed its messages. All sent messages arrive, although the
/// messenger is dead.
func stressHoppedDeaths<Subject: HoppingSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let queue = DispatchQueue(label: "stress deaths"), lives = LiveCount(), tally = round.tally
    let journal = Journal(tally), checks = Guarded([HoppedDeathCheck]()), count = 30
    let messenger = Guarded<Subject?>(Subject())
    let witness = messenger.withLock { $0?.observe(on: queue) { journal.handle($0) } }

    try round.onThreads(round.threads) { sender, random in
        guard let messenger = messenger.withLock({ $0 }) else { return }
        for number in 0..<count {
            let check = HoppedDeathCheck()
            check.begin(on: messenger, queue, CountedObject(lives), tally)
            messenger.send(Stamp(sender: sender, number: number))
            random.pause()
            check.end(onQueue: random.oneIn(2) ? queue : nil, dies: random.oneIn(2))
            checks.withLock { $0.append(check) }
        }
    }
    queue.sync {}
    tally.expect(lives.now == 0, "leak: \(lives.now) captured objects outlived the messages in the queue")
    for check in checks.withLock({ $0 }) { check.judge(tally) }

    let holders = Countdown(round.threads)
    queue.suspend()
    try round.onThreads(round.threads) { sender, random in
        guard let own = messenger.withLock({ $0 }) else { return }
        own.send(Stamp(sender: sender, number: count))
        holders.countDown()
        while !holders.isOver { sched_yield() }
        random.pause()
        messenger.withLock { $0 = nil }
    }
    queue.resume()
    queue.sync {}
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count + 1) })
    tally.expectOrder(journal.stamps(), perSender: sent, "the witness, whose messenger is dead,")
    withExtendedLifetime(witness) {}
}
