import StressSupport
import SwiftObserver

/// Replaces a transform's origin repeatedly while other threads send through all origins.
func stressOrigins(_ round: StressRound) throws {
    let origins = (0..<2).map { _ in Messenger<Stamp>() }, map = origins[0].map { $0 }, tally = round.tally
    let journal = Journal(tally), returns = ReturnTimes(), observer = StressObserver(),
        senders = max(1, round.threads - 1)
    let count = 200
    let silences = Guarded([(origin: Int, from: Int, to: Int)]()), sending = Countdown(senders)
    observer.observe(map) { journal.handle($0) }

    try round.onThreads(senders + 1) { index, random in
        if index < senders {
            for number in 0..<count {
                returns.note(Stamp(sender: index, number: number)) { origins[(index) % 2].send($0) }
                random.pause()
            }
            return sending.countDown(index)
        }
        var silentSince = [0, tick()], current = 0
        while !sending.isOver {
            let next = 1 - current, end = tick()
            silences.withLock { $0.append((next, silentSince[next], end)) }
            map.origin = origins[next]
            silentSince[current] = tick()
            current = next
            for _ in 0..<20 { random.pause() }
        }
        map.origin = origins[current]
    }
    let ends = returns.all, silent = silences.withLock { $0 }
    var last = [Int](repeating: -1, count: senders)
    for stamp in journal.entries.map(\.stamp) {
        tally.expect(stamp.number > last[stamp.sender], "order: \(stamp) came after message \(last[stamp.sender])")
        last[stamp.sender] = stamp.number
        guard stamp.sender < senders else { continue }
        let isSilent = silent.contains {
            $0.origin == stamp.sender % 2 && $0.from < stamp.began && ends[stamp.began] ?? .max < $0.to
        }
        tally.expect(!isSilent, "origins: \(stamp) was sent by an origin that had been replaced")
    }
    // messages that a thread handed over may still be pending, so these aren't necessarily the next
    // ones
    for origin in origins { origin.send(Stamp(sender: origin === map.origin ? 0 : 1, number: count)) }
    try round.wait("the message of the current origin") { journal.entries.contains { $0.stamp.number == count } }
    let arrived = journal.entries.map(\.stamp).filter { $0.number == count }
    tally.expect(arrived.allSatisfy { $0.sender == 0 }, "origins: a replaced origin's message arrived")
}
