import Dispatch
import StressSupport
import SwiftObserver

/// Sends a large number of messages to a stuck queue with several bounded observers.
///
/// The process doesn't grow, no more messages exist than may wait, and each loss is reported.
func stressStuckQueue<Subject: BoundedSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let queue = DispatchQueue(label: "stress stuck"), tally = round.tally, lives = LiveCount()
    let one = Subject(), other = Subject(), limit = 100, count = isSanitized ? 20_000 : max(20_000, round.stuckMessages)
    let sums = (0..<4).map { _ in Guarded((handled: 0, missed: 0)) }
    let observations = zip([one, one, other, other], sums).enumerated().map { index, pair in
        let (messenger, sum) = pair, isNewest = index.isMultiple(of: 2)
        return messenger.observe(
            on: queue, buffering: isNewest ? .newest(limit) : .oldest(limit), batches: index == 2 ? 10 : nil
        ) { count in
            sum.withLock { $0.missed += count }
        } receive: { messages in
            sum.withLock { $0.handled += messages.count }
        }
    }
    queue.suspend()
    var start = 0
    for number in 0..<count / 2 {
        let message = CountedMessage(Stamp(sender: 0, number: number), lives)
        one.send(message)
        other.send(message)
        if number % 1000 == 0 { tally.beat() }
        if number == 5000 {
            giveBackFreedMemory()
            start = residentBytes() ?? 0
        }
    }
    let growth = ((residentBytes() ?? 0) - start) / 1024
    tally.note("\(count) messages to a stuck queue, memory grew by \(growth) kB")
    if !isSanitized { tally.expect(growth < 1024, "growth: \(count) messages grew the process by \(growth) kB") }
    tally.expect(lives.now <= 2 * limit, "bound: \(lives.now) messages live, at most \(2 * limit) may wait")
    queue.resume()
    queue.sync {}
    try round.wait("messages to die") { lives.now == 0 }
    for (index, sum) in sums.enumerated() {
        let (handled, missed) = sum.withLock { $0 }
        tally.expect(handled == limit, "bound: observer \(index) handled \(handled) messages, \(limit) waited")
        tally.expect(
            handled + missed == count / 2,
            "uncounted: observer \(index) handled \(handled) and missed \(missed) of \(count / 2)")
    }
    observations.forEach { $0.stop() }
}
