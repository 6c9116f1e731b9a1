import StressSupport

/// Starts and ends observers while other threads send.
///
/// Each observer gets exactly the messages between its start and its end.
func stressStartAndEnd<Subject: MessengerSubject>(of _: Subject.Type, _ round: StressRound) throws {
    var random = round.random(0)
    let count = 50 + random.below(200), senders = max(1, round.threads / 2)
    let messenger = Subject(), journal = Journal(round.tally), returns = ReturnTimes()
    let checks = Guarded([StartAndEndCheck]())
    let witness = messenger.observe { journal.handle($0) }
    let sending = Countdown(senders)

    try round.onThreads(senders + max(1, round.threads - senders)) { index, random in
        if index < senders {
            for number in 0..<count {
                returns.note(Stamp(sender: index, number: number)) { messenger.send($0) }
                random.pause()
            }
            sending.countDown(index)
        } else {
            while !sending.isOver {
                let check = StartAndEndCheck(round.tally, endsItselfAfter: random.oneIn(3) ? 1 + random.below(5) : nil)
                check.happen(on: messenger, journal, &random)
                checks.withLock { if $0.count < 3000 { $0.append(check) } }
            }
        }
    }
    try round.wait("lost messages, \(journal.count) of \(senders * count) arrived") {
        journal.count >= senders * count
    }
    witness.stop()
    let order = journal.stamps()
    let sent = Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, count) })
    round.tally.expectOrder(order, perSender: sent, "the witness")
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let ends = returns.all
    for check in checks.withLock({ $0 }) { check.judge(order, places, ends) }
}
