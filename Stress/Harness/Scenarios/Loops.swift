import StressSupport

/// Starts, breaks and cancels asynchronous loops while other threads send.
///
/// At last, the messenger dies. Each loop gets a part of the one sequence, without gaps. A slow
/// loop reports the number of dropped messages. All loops end, and the buffered messages of ended
/// loops are dead.
func stressLoops<Subject: LoopSubject>(of _: Subject.Type, _ round: StressRound) throws {
    let tally = round.tally, lives = LiveCount(), messenger = Guarded<Subject?>(Subject())
    let checks = Guarded([LoopCheck]())
    let count = 100, senders = max(1, round.threads / 2), sending = Countdown(senders), returns = ReturnTimes()
    let witness = LoopCheck(), slow = LoopCheck(isSlow: true), limit = 1 + Int(round.seed % 20)
    let slowlyHeard = messenger.withLock { messenger in
        witness.begin(hearing: messenger?.hear(newest: nil), tally)
        return slow.begin(hearing: messenger?.hear(newest: limit), tally)
    }

    try round.onThreads(senders + max(1, round.threads - senders)) { index, random in
        guard let own = messenger.withLock({ $0 }) else { return }
        if index < senders {
            for number in 0..<count {
                returns.note(Stamp(sender: index, number: number)) { own.send(CountedMessage($0, lives)) }
                random.pause()
            }
            return sending.countDown(index)
        }
        for _ in 0..<200 where !sending.isOver {
            let check = LoopCheck(breaksAfter: random.oneIn(2) ? 1 + random.below(20) : .max)
            check.begin(hearing: own.hear(newest: nil), tally)
            for _ in 0..<random.below(20) { random.pause() }
            if random.oneIn(2) { check.cancel() }
            checks.withLock { $0.append(check) }
        }
    }
    let all = checks.withLock { $0 }
    try round.wait("cancelled loops to end") { all.allSatisfy { $0.hasEnded || !$0.isCancelled } }
    try round.wait("lost messages") { witness.stamps.count >= senders * count }
    if (try? round.wait("buffers", until: { lives.now <= limit })) == nil {
        tally.violate("leak: \(lives.now) messages are alive after the loops that buffered them have ended")
    }
    messenger.withLock { $0 = nil }
    try round.wait("loops to end after the death of their messenger") {
        (all + [witness, slow]).allSatisfy(\.hasEnded)
    }

    let order = witness.stamps, sent = Dictionary(uniqueKeysWithValues: (0..<senders).map { ($0, count) })
    tally.expectOrder(order, perSender: sent, "the witness")
    tally.expectRealTime(order, returns.all, "the witness")
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for check in all { check.judge(order, places, tally) }
    let received = slow.stamps.count, dropped = slowlyHeard.map(Subject.droppedCount) ?? 0
    tally.expect(
        received + dropped == order.count,
        "uncounted: a slow loop received \(received) and dropped \(dropped) of \(order.count) messages")
}
