import Dispatch

/// Lets several threads share one messenger.
///
/// All observers on all queues see the same sequence, in which the messages of each thread are in
/// order.
func stressHopOrder<Subject: HoppingSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let messenger = Subject(), tally = round.tally, count = 100
    let queues = [
        DispatchQueue(label: "stress one"), DispatchQueue(label: "stress other"),
        DispatchQueue(label: "stress concurrent", attributes: .concurrent),
    ]
    let journals = queues.map { _ in Journal(tally) }
    let observations = zip(queues, journals).map { queue, journal in messenger.observe(on: queue) { journal.handle($0) }
    }
    let returns = ReturnTimes()

    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            returns.note(Stamp(sender: sender, number: number)) { messenger.send($0) }
            random.pause()
        }
    }
    let expected = round.threads * count
    for journal in journals {
        try round.wait("lost messages, \(journal.count) of \(expected) arrived") { journal.count >= expected }
    }
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) }), first = journals[0].stamps()
    for (queue, journal) in zip(queues, journals) {
        let stamps = journal.stamps()
        tally.expectOrder(stamps, perSender: sent, queue.label)
        tally.expectRealTime(stamps, returns.all, queue.label)
        for (one, other) in zip(stamps, first) {
            tally.expect(one == other, "disagreement: \(queue.label) got \(one) where \(queues[0].label) got \(other)")
        }
    }
    observations.forEach { $0.stop() }
}
