import Dispatch
import SwiftObserver

/// Checks that hopped observations handle messages in order, one at a time.
///
/// That also holds on concurrent queues, and for observables that deliver on a queue.
func stressHops(_ round: StressRound) throws {
    let serial = DispatchQueue(label: "stress serial")
    let concurrent = DispatchQueue(label: "stress concurrent", attributes: .concurrent)
    let delivering = DispatchQueue(label: "stress delivering")
    let shared = Messenger<Stamp>(), observer = StressObserver(), count = 100, tally = round.tally
    let serialJournal = Journal(tally), concurrentJournal = Journal(tally)
    observer.observe(shared, on: concurrent) { concurrentJournal.handle($0) }

    try round.onThreads(round.threads) { sender, random in
        let own = [Messenger<Stamp>(), Messenger(on: delivering), Messenger(on: serial)]
        own.forEach { observer.observe($0, on: serial) { serialJournal.handle($0, observer: sender) } }
        for number in 0..<count {
            shared.send(Stamp(sender: sender, number: number))
            own[random.below(own.count)].send(Stamp(sender: sender, number: number))
            random.pause()
            guard random.oneIn(20) else { continue }
            let handled = serial.sync { serialJournal.stamps(of: sender).count }
            tally.expect(handled == number + 1, "flush: the queue had handled \(handled) of \(number + 1) messages")
        }
        serial.sync {}
        tally.expectOrder(serialJournal.stamps(of: sender), perSender: [sender: count], "the serial queue")
    }
    let expected = round.threads * count
    try round.wait("lost messages on the concurrent queue") { concurrentJournal.count >= expected }
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
    tally.expectOrder(concurrentJournal.stamps(), perSender: sent, "the concurrent queue")
}
