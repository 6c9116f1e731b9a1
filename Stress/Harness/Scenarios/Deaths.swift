import Foundation
import StressSupport
import SwiftObserver
import Synchronization

/// Lets observers and observables die on random threads during deliveries.
///
/// The deliveries are in place and on a queue.
func stressDeaths(_ round: StressRound) throws {
    let lives = LiveCount(), tally = round.tally, listener = StressObserver()
    let journals = [Journal(tally), Journal(tally)], queue = DispatchQueue(label: "stress deaths")
    let count = 30, senders = round.threads, mourners = Countdown(senders)
    let speaker = Guarded<LastWordsSender?>(LastWordsSender())
    speaker.withLock { speaker in
        guard let speaker else { return }
        listener.observe(speaker) { journals[0].handle($0) }
        listener.observe(speaker, on: queue) { journals[1].handle($0) }
    }

    try round.onThreads(senders) { sender, random in
        guard let own = speaker.withLock({ $0 }) else { return }
        mourners.countDown(sender)
        for number in 0..<count {
            let observer = DyingObserver(lives)
            observer.begin(observing: own, on: random.oneIn(2) ? queue : nil, tally)
            own.send(Stamp(sender: sender, number: number))
            random.pause()
        }
        while !mourners.isOver { sched_yield() }
        speaker.withLock { $0 = nil }
    }
    let expected = senders * count + 2
    for journal in journals {
        try round.wait("last words, \(journal.count) of \(expected) messages arrived") { journal.count >= expected }
        let stamps = journal.stamps()
        tally.expect(
            stamps.suffix(2).allSatisfy { $0.sender == LastWordsSender.lastWords },
            "last words: they came before other messages")
        let sent = Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, count) })
        tally.expectOrder(stamps, perSender: sent.merging([LastWordsSender.lastWords: 2]) { $1 }, "the listener")
    }
    try round.wait("observers to die") { lives.now == 0 }
}

/// Sends in its own `deinit`, and then its messenger does the same.
private final class LastWordsSender: Observable, Sendable {
    static let lastWords = -1
    let messenger: Messenger<Stamp> = LastMessenger()
    deinit { send(Stamp(sender: Self.lastWords, number: 0)) }
}

/// Sends in its own `deinit`. `@unchecked` because a subclass must say so; it adds no state.
private final class LastMessenger: Messenger<Stamp>, @unchecked Sendable {
    deinit { send(Stamp(sender: LastWordsSender.lastWords, number: 1)) }
}

/// Observes for a short time, and knows whether it's dead.
private final class DyingObserver: Observer, Sendable {

    let receiver = Receiver()
    private let flag = AliveFlag()
    private let counted: CountedObject

    init(_ lives: LiveCount) { counted = CountedObject(lives) }
    deinit { flag.isAlive.store(false, ordering: .sequentiallyConsistent) }

    func begin(observing speaker: LastWordsSender, on queue: DispatchQueue?, _ tally: Tally) {
        let flag = flag, captured = CountedObject(counted.lives)
        let handler: @Sendable (Stamp) -> Void = { [unowned self] stamp in
            let wasAlive = flag.isAlive.load(ordering: .sequentiallyConsistent)
            captured.touch()
            counted.touch()
            pause(after: stamp)
            let isAlive = flag.isAlive.load(ordering: .sequentiallyConsistent)
            tally.expect(wasAlive && isAlive, "death: a handler ran while its observer was dead")
            tally.beat()
        }
        if let queue { observe(speaker, on: queue, receive: handler) } else { observe(speaker, receive: handler) }
    }
}

private final class AliveFlag: Sendable { let isAlive = Atomic(true) }
