import StressSupport
import SwiftObserver

/// Lets several threads fulfill and observe the same promises.
func stressPromises(_ round: StressRound) throws {
    let promises = (0..<50).map { _ in Promise<Stamp>() }, threads = round.threads, tally = round.tally
    let returns = ReturnTimes(), gotten = Guarded([[Int: [Stamp]]](repeating: [:], count: promises.count))
    try round.onThreads(threads) { index, random in
        for (number, promise) in promises.enumerated() {
            let observe: () -> Void = {
                promise.whenFulfilled { value in
                    gotten.withLock { $0[number][index, default: []].append(value) }
                    tally.beat()
                }
            }
            let comesFirst = random.oneIn(2)
            if comesFirst { observe() }
            random.pause()
            if index.isMultiple(of: 2) {
                returns.note(Stamp(sender: index, number: number)) { promise.fulfill($0) }
            }
            if !comesFirst { observe() }
        }
    }
    let arrived = { gotten.withLock { $0.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } } } }
    try round.wait("lost fulfillments, \(arrived()) arrived") { arrived() >= threads * promises.count }
    let firstEnds = returns.all
    for (number, values) in gotten.withLock({ $0 }).enumerated() {
        let different = Set(values.values.joined())
        tally.expect(different.count == 1, "promise \(number): there were \(different.count) different values")
        for (index, values) in values {
            tally.expect(values.count == 1, "promise \(number): observer \(index) got \(values.count) values")
        }
    }
    tally.expect(firstEnds.count == (threads + 1) / 2 * promises.count, "promises: a fulfillment did not return")
}
