/// Lets messengers send to each other in a circle, and to themselves, from several threads.
///
/// Nothing hangs, and nothing is lost. Messages that handlers send are delivered breadth-first: on
/// each messenger, all observers get a message before any of them gets what its handlers send. They
/// get that in the order of sending.
func stressCycles<Subject: MessengerSubject>(of _: Subject.Type, _ round: StressRound) throws {
    var random = round.random(0)
    let size = 1 + random.below(4), count = 5 + random.below(20), hops = 1 + random.below(30)
    let messengers = (0..<size).map { _ in Subject() }, journals = (0..<size).map { _ in Journal(round.tally) }
    let returns = ReturnTimes()
    let observations = (0..<size).flatMap { index in
        let messenger = messengers[index], next = messengers[(index + 1) % size], journal = journals[index]
        let sending = messenger.observe { [weak messenger, weak next] stamp in
            journal.handle(stamp, observer: 0)
            guard stamp.number > 0 else { return }
            returns.note(Stamp(sender: stamp.sender, number: stamp.number - 1)) { next?.send($0) }
            guard stamp.number.isMultiple(of: 7) else { return }
            for _ in 0..<2 { returns.note(Stamp(sender: stamp.sender, number: 0)) { messenger?.send($0) } }
        }
        return [sending, messenger.observe { journal.handle($0, observer: 1) }]
    }
    try round.onThreads(round.threads) { sender, random in
        for _ in 0..<count {
            returns.note(Stamp(sender: sender, number: hops)) { messengers[random.below(size)].send($0) }
            random.pause()
        }
    }
    let perSend = hops + 1 + 2 * (hops / 7), expected = 2 * round.threads * count * perSend
    let arrived = { journals.reduce(0) { $0 + $1.count } }
    try round.wait("lost messages, \(arrived()) of \(expected) arrived") { arrived() >= expected }
    round.tally.expect(arrived() == expected, "surplus: \(arrived()) instead of \(expected) messages arrived")
    for journal in journals {
        let entries = journal.entries
        for (one, other) in zip(entries, entries.dropFirst()) where one.observer == 0 {
            round.tally.expect(
                other.observer == 1 && other.stamp == one.stamp,
                "depth-first: after the first observer got \(one.stamp), observer \(other.observer) got \(other.stamp)")
        }
        round.tally.expectRealTime(journal.stamps(), returns.all, "the first observer")
    }
    observations.forEach { $0.stop() }
    // The handlers don't retain the messengers, and deliveries may continue after the threads have
    // ended.
    withExtendedLifetime(messengers) {}
}
