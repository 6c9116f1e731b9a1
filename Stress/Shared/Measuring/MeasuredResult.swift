/// The costs of one contender for doing the job of a workload once.
package struct MeasuredResult {
    package let workload: String
    package let contender: String
    /// The time in nanoseconds.
    package let time: Spread
    /// The ratio of this contender's times to the floor's, turn by turn.
    package let ratio: Spread
    /// The calls. `nil` if calls can't be counted, and for jobs of several threads.
    package let calls: Calls?

    package var limit: Limit? { Limit.of(workload, contender) }
    package var isGood: Bool { limit?.goal.map { ratio.median <= $0 } ?? true }
}

package struct Spread {
    package let median: Double
    package let lowest: Double
    package let highest: Double

    package init(_ values: [Double]) {
        let sorted = values.sorted()
        median = sorted[sorted.count / 2]
        lowest = sorted[0]
        highest = sorted[sorted.count - 1]
    }
}

package func nanoseconds(_ act: () -> Void) -> Double {
    let duration = ContinuousClock().measure(act)
    return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
}
