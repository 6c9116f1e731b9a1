import Foundation
import Synchronization

/// Lets one thread send while the other threads flood the messenger.
///
/// No send keeps its thread busy with more than a bounded number of other threads' messages.
func stressCaptivity<Subject: MessengerSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let limit = 1000, count = 600 + 4 * limit / round.threads
    let messenger = Subject(), tally = round.tally, crowd = Atomic(0), journal = Journal(tally)
    let foreignCounts = (0..<round.threads).map { _ in ForeignMessageCount() }, most = Atomic(0)
    let observation = messenger.observe { stamp in
        if stamp.sender == 0, stamp.number == 0 {
            // No sender waits for this handler, so the crowd can gather while the handler runs.
            while crowd.load(ordering: .acquiring) <= 2 * limit { sched_yield() }
        }
        if let thread = currentSender.get(), thread != stamp.sender { foreignCounts[thread].add() }
        journal.handle(stamp)
    }
    try round.onThreads(round.threads) { sender, random in
        currentSender.set(sender)
        for number in 0..<count {
            foreignCounts[sender].reset()
            messenger.send(Stamp(sender: sender, number: number))
            let foreign = foreignCounts[sender].now
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
    tally.note("at most \(most.load(ordering: .relaxed)) foreign messages in one send")
    observation.stop()
}

/// The number of other threads' messages that a thread delivered during its current send.
private final class ForeignMessageCount: Sendable {
    private let count = Atomic(0)
    var now: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }
}

/// The number of the sender that runs on the current thread.
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
