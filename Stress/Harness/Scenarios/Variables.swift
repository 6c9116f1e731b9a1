import StressSupport
import SwiftObserver

/// Lets several threads change variables in all ways.
func stressVariables(_ round: StressRound) throws {
    let counter = Var(0), register = Var(0), tally = round.tally, observer = StressObserver()
    let counted = Guarded([Update<Int>]()), registered = Guarded([Update<Int>]())
    observer.observe(counter) { update in
        counted.withLock { $0.append(update) }
        tally.beat()
    }
    observer.observe(register) { update in
        registered.withLock { $0.append(update) }
        tally.beat()
    }
    let count = 200
    try round.onThreads(round.threads) { index, random in
        for _ in 0..<count {
            if random.oneIn(2) { counter.value += 1 } else { counter.int += 1 }
            switch random.below(3) {
            case 0: register <- random.below(100)
            case 1: register.set(random.below(100), as: counter)
            default: register.value += 1
            }
            random.pause()
        }
    }
    let total = round.threads * count
    try round.wait("lost updates") { counted.withLock { $0.count } >= total }
    try round.wait("the last update") { registered.withLock { $0.last?.new ?? 0 } == register.value }
    tally.expect(counter.value == total, "lost: \(counter.value) of \(total) increments are in the value")
    for (name, variable, updates) in [
        ("counter", counter, counted.withLock { $0 }), ("register", register, registered.withLock { $0 }),
    ] {
        var last = 0
        for update in updates {
            tally.expect(update.old == last, "chain: \(name) went from \(update.old) when it was \(last)")
            last = update.new
        }
        tally.expect(last == variable.value, "chain: \(name) is \(variable.value) and not \(last), the last one sent")
    }
}
