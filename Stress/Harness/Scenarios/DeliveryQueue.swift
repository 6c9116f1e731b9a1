import Dispatch

/// Lets several messengers share one queue.
///
/// The queue handles all their messages in one common order, and sending only enqueues.
func stressDeliveryQueue<Subject: QueueSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let queue = DispatchQueue(label: "stress delivery"), isOnQueue = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: isOnQueue, value: true)
    let messengers = (0..<3).map { _ in Subject(on: queue) }, tally = round.tally, journal = Journal(tally)
    let returns = ReturnTimes()
    let count = 100, early = 5
    let observations = messengers.flatMap { messenger in
        (0..<2).map { observer in
            messenger.observe { stamp in
                tally.expect(
                    DispatchQueue.getSpecific(key: isOnQueue) == true, "place: \(stamp) was not handled on the queue")
                journal.handle(stamp, observer: observer)
            }
        }
    }
    queue.suspend()
    try round.onThreads(round.threads) { sender, random in
        for number in 0..<early {
            returns.note(Stamp(sender: sender, number: number)) { messengers[random.below(messengers.count)].send($0) }
        }
    }
    let tooEarly = journal.count
    queue.resume()
    tally.expect(tooEarly == 0, "place: \(tooEarly) handlers ran although the queue was suspended")
    try round.onThreads(round.threads) { sender, random in
        for number in early..<count {
            returns.note(Stamp(sender: sender, number: number)) { messengers[random.below(messengers.count)].send($0) }
            random.pause()
            messengers[0].observe { _ in tally.beat() }.stop()
        }
    }
    queue.sync {}
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
    for observer in 0..<2 {
        let stamps = journal.stamps(of: observer)
        tally.expectOrder(stamps, perSender: sent, "observer \(observer) of all messengers")
        tally.expectRealTime(stamps, returns.all, "observer \(observer) of all messengers")
    }
    observations.forEach { $0.stop() }
}
