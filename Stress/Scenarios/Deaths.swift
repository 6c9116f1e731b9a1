import Foundation
import SwiftObserver
import Synchronization

/// Observers and observables die on random threads in the middle of deliveries.
func checkDeaths(_ round: Round) throws {
    let stage = Stage(), journal = Journal(round.tally), tally = round.tally, listener = Dog()
    let count = 30, senders = round.threads, mourners = Countdown(senders)
    let speaker = Mutex<Speaker?>(Speaker())
    speaker.withLock { if let speaker = $0 { listener.observe(speaker) { journal.handle($0) } } }

    try round.onThreads(senders) { sender, random in
        guard let own = speaker.withLock({ $0 }) else { return }
        mourners.countDown(sender)
        for number in 0..<count {
            let visitor = Visitor(stage)
            visitor.visit(own, tally)
            own.send(Stamp(sender: sender, number: number))
            random.pause()
        }
        while !mourners.isOver { sched_yield() }
        speaker.withLock { $0 = nil }
    }
    let expected = senders * count + 1
    try round.wait("last words, \(journal.count) of \(expected) messages arrived") { journal.count >= expected }
    let stamps = journal.stamps()
    tally.expect(stamps.last?.sender == Speaker.lastWords, "last words: they came before other messages")
    let sent = Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, count) })
    tally.expectOrder(stamps, perSender: sent.merging([Speaker.lastWords: 1]) { $1 }, "the listener")
    try round.wait("visitors to die") { stage.lives.now == 0 }
}

private final class Stage: Sendable { let lives = Lives() }

/// Sends its last words in its own deinit.
private final class Speaker: Observable, Sendable {
    static let lastWords = -1
    let messenger = Messenger<Stamp>()
    deinit { send(Stamp(sender: Self.lastWords, number: 0)) }
}

/// Observes only to die soon, and knows whether it is dead.
private final class Visitor: Observer, Sendable {

    let receiver = Receiver()
    private let pulse = Pulse()
    private let counted: Counted

    init(_ stage: Stage) { counted = Counted(stage.lives) }
    deinit { pulse.isAlive.store(false, ordering: .sequentiallyConsistent) }

    func visit(_ speaker: Speaker, _ tally: Tally) {
        let pulse = pulse, captured = Counted(counted.lives)
        observe(speaker) { [unowned self] stamp in
            let wasAlive = pulse.isAlive.load(ordering: .sequentiallyConsistent)
            captured.touch()
            counted.touch()
            pause(after: stamp)
            let isAlive = pulse.isAlive.load(ordering: .sequentiallyConsistent)
            tally.expect(wasAlive && isAlive, "death: a handler ran while its observer was dead")
            tally.beat()
        }
    }
}

private final class Pulse: Sendable { let isAlive = Atomic(true) }
