import Foundation
import Synchronization

/// One thread sends while the others flood the wire. No send keeps its thread busy with more than a bounded number of
/// messages that others sent.
func checkCaptivity<W: Wire>(of _: W.Type, _ round: StressRound) throws {
    let limit = 1000, count = 600 + 4 * limit / round.threads
    let wire = W(), tally = round.tally, crowd = Atomic(0), journal = Journal(tally)
    let loads = (0..<round.threads).map { _ in Load() }, most = Atomic(0)
    let line = wire.observe { stamp in
        if stamp.sender == 0, stamp.number == 0 {
            // Nobody who sends waits for this handler, so the crowd can gather while the handler runs.
            while crowd.load(ordering: .acquiring) <= 2 * limit { sched_yield() }
        }
        if let thread = currentSender.get(), thread != stamp.sender { loads[thread].add() }
        journal.handle(stamp)
    }
    try round.onThreads(round.threads) { sender, random in
        currentSender.set(sender)
        for number in 0..<count {
            loads[sender].reset()
            wire.send(Stamp(sender: sender, number: number))
            let foreign = loads[sender].now
            most.max(foreign, ordering: .relaxed)
            tally.expect(
                foreign <= limit, "captive: a send of thread \(sender) delivered \(foreign) messages of other threads")
            crowd.add(1, ordering: .acquiringAndReleasing)
        }
    }
    let expected = round.threads * count
    try round.wait("lost messages, \(journal.count) of \(expected) arrived") { journal.count >= expected }
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
    tally.expectOrder(journal.stamps(), perSender: sent, "the observer")
    tally.note("at most \(most.load(ordering: .relaxed)) foreign messages a send")
    line.stop()
}

/// How many messages of others a thread delivered during its current send.
private final class Load: Sendable {
    private let count = Atomic(0)
    var now: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
}

/// Knows, on each thread that sends, which sender it is.
private struct CurrentSender: Sendable {

    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        self.key = key
    }

    func get() -> Int? { pthread_getspecific(key).map { Int(bitPattern: $0) - 1 } }
    func set(_ sender: Int) { pthread_setspecific(key, UnsafeRawPointer(bitPattern: sender + 1)) }
}

private let currentSender = CurrentSender()
