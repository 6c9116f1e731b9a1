import Dispatch
import StressSupport
import SwiftObserver

/// Lets several threads change variables that are observed together, in place and on a queue.
func stressCombined(_ round: StressRound) throws {
    let a = Var(0), b = Var(0), c = Var(0), observer = StressObserver(), count = 100
    let queue = DispatchQueue(label: "stress combined")
    let inPlace = CombinationCheck(round.tally), hopped = CombinationCheck(round.tally)
    observer.observe(a, b, c) { inPlace.handle([$0, $1, $2]) }
    observer.observe(a, b, c, on: queue) { hopped.handle([$0, $1, $2]) }
    try round.onThreads(round.threads) { _, random in
        for _ in 0..<count {
            [a, b, c][random.below(3)].value += 1
            random.pause()
        }
    }
    let total = round.threads * count
    try round.wait("lost messages, in place \(inPlace.count), on the queue \(hopped.count) of \(total) arrived") {
        inPlace.count >= total && hopped.count >= total
    }
    let final = [a.value, b.value, c.value]
    inPlace.judge(final, "in place")
    hopped.judge(final, "on the queue")
    observer.stopObserving()
}
