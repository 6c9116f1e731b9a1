/// Checks that several observers of one messenger get the same sequence.
///
/// Each message reaches them in the order in which they started. Handlers don't overlap, and
/// nothing is lost.
func stressTotalOrder<Subject: MessengerSubject>(of _: Subject.Type, _ round: StressRound) throws {
    var random = round.random(0)
    let observers = 1 + random.below(4), count = 20 + random.below(200)
    let messenger = Subject(), journal = Journal(round.tally), returns = ReturnTimes()
    let observations = (0..<observers).map { observer in messenger.observe { journal.handle($0, observer: observer) } }

    try round.onThreads(round.threads) { sender, random in
        for number in 0..<count {
            returns.note(Stamp(sender: sender, number: number)) { messenger.send($0) }
            random.pause()
        }
    }
    let expected = round.threads * count * observers
    try round.wait("lost messages, \(journal.count) of \(expected) arrived") { journal.count >= expected }

    let entries = journal.entries
    for (index, entry) in entries.enumerated() {
        let first = entries[index - index % observers]
        round.tally.expect(
            entry.observer == index % observers && entry.stamp == first.stamp,
            "disagreement: observer \(entry.observer) got \(entry.stamp) where observer 0 got \(first.stamp)")
    }
    let sent = Dictionary(uniqueKeysWithValues: (0..<round.threads).map { ($0, count) })
    for observer in 0..<observers {
        round.tally.expectOrder(journal.stamps(of: observer), perSender: sent, "observer \(observer)")
    }
    round.tally.expectRealTime(journal.stamps(), returns.all, "observer 0")
    observations.forEach { $0.stop() }
}
