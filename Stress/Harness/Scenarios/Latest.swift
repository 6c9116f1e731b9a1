import Dispatch
import StressSupport

/// Starts and ends observations while other threads increment a number.
///
/// Each observation starts with the value and continues without a gap.
func stressLatest<C: CounterSubject>(of _: C.Type, _ round: StressRound) throws {
    let counter = C(), tally = round.tally, checks = Guarded([LatestCheck]()), count = 100
    let writers = max(1, round.threads / 2), writing = Countdown(writers)
    let queues = [nil, DispatchQueue(label: "s"), DispatchQueue(label: "c", attributes: .concurrent)]
    try round.onThreads(writers + max(1, round.threads - writers)) { index, random in
        if index < writers {
            for _ in 0..<count {
                counter.increment()
                random.pause()
            }
            return writing.countDown(index)
        }
        var started = 0
        repeat {
            let check = LatestCheck(tally, before: counter.number)
            check.start(on: counter, queues[random.below(3)])
            for _ in 0..<random.below(10) { random.pause() }
            if random.oneIn(2) { check.stop() }
            checks.withLock { $0.append(check) }
            started += 1
        } while !writing.isOver && started < 300
    }
    let total = writers * count, all = checks.withLock { $0 }
    try round.wait("the last value, \(total)") { all.allSatisfy { $0.isComplete(upTo: total) } }
    for check in all { check.judge(upTo: total, startsWithValue: C.startsWithValue) }
}

// MARK: - Counters
