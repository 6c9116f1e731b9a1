/// One way of doing a job, next to others that do the same.
struct Contender {
    let name: String
    /// Does the job so many times.
    let run: (_ count: Int) -> Void

    init(_ name: String, _ run: @escaping (_ count: Int) -> Void) {
        self.name = name
        self.run = run
    }
}

/// A job that all contenders do in turns, so that a noisy machine is noisy for all of them.
struct Workload {
    let name: String
    let goal: Goal?
    let count: Int
    let contenders: [Contender]

    /// - Parameter count: How many times the job is done each turn.
    init(_ name: String, goal: Goal? = nil, count: Int, _ contenders: [Contender]) {
        self.name = name
        self.goal = goal
        self.count = count
        self.contenders = contenders
    }

    /// Takes turns and returns a result for each contender. The last contender is the floor.
    func measure(turns: Int) -> [Result] {
        var times = contenders.map { _ in [Double]() }
        for contender in contenders { contender.run(count / 10 + 1) }
        for turn in 0..<turns {
            let order = turn.isMultiple(of: 2) ? Array(contenders.indices) : contenders.indices.reversed()
            for index in order { times[index].append(nanoseconds { contenders[index].run(count) } / Double(count)) }
        }
        let floor = times[times.count - 1]
        return zip(contenders, times).enumerated().map { index, pair in
            Result(
                workload: name, contender: pair.0.name, time: Spread(pair.1),
                ratio: Spread(zip(pair.1, floor).map { $0 / $1 }), goal: index == 0 ? goal : nil)
        }
    }
}

/// The highest ratio to the floor that's good enough.
struct Goal {
    let ratio: Double
}

struct Result {
    let workload: String
    let contender: String
    /// Nanoseconds for doing the job once.
    let time: Spread
    /// Times of this contender by times of the floor, turn by turn.
    let ratio: Spread
    let goal: Goal?

    var isGood: Bool { goal.map { ratio.median <= $0.ratio } ?? true }
}

struct Spread {
    let median: Double
    let lowest: Double
    let highest: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        median = sorted[sorted.count / 2]
        lowest = sorted[0]
        highest = sorted[sorted.count - 1]
    }
}

func nanoseconds(_ act: () -> Void) -> Double {
    let duration = ContinuousClock().measure(act)
    return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
}
