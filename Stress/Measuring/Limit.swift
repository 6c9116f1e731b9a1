/// What a contender should and may cost.
package struct Limit {
    let workload: String
    let contender: String
    /// The ratio to the floor that is the aim.
    package let goal: Double?

    package init(_ workload: String, _ contender: String, goal: Double? = nil) {
        self.workload = workload
        self.contender = contender
        self.goal = goal
    }
}

extension Result {
    package var limit: Limit? { limits.first { $0.workload == workload && $0.contender == contender } }
    package var isGood: Bool { limit?.goal.map { ratio.median <= $0 } ?? true }
}
