import Measuring

/// Measures the times that have limits, and returns `false` if one is far off.
///
/// A noisy machine or an unknown processor can make a time too long. It's hardly ever twice as long
/// as anywhere else, three times in a row.
func check() -> Bool {
    print(
        """
        Each time is divided by the time of a floor on the same machine. A row fails if the result is more than \
        \(Limit.farOff.text) times its limit in each of \(Limit.attempts) attempts.
        This finds code whose time grows with the number of observers or messages, and threads that wait for each \
        other. It doesn't find rows that became less than \(Limit.farOff.text) times as slow: 'make counts' checks the \
        instructions, allocations and locks of a single thread, and 'make bench' shows the trend of times.

        """)
    var complaints: [String] = [], missing = Set(Limit.all.filter { $0.ratio != nil }.map(\.name))
    print(header)
    for workload in Workload.all() {
        for contender in workload.contenders {
            guard let limit = Limit.of(workload.name, contender.name), limit.ratio != nil else { continue }
            missing.remove(limit.name)
            let duel = workload.only(contender.name)
            var ratios: [Double] = []
            repeat {
                let results = duel.measure(turns: 11)
                print(lines(of: results))
                ratios.append(results[0].ratio.median)
            } while limit.needsAnotherAttempt(after: ratios)
            complaints += limit.complaint(aboutRatios: ratios).map { [$0] } ?? []
        }
    }
    complaints += missing.sorted().map { "\($0): has a limit, but isn't measured" }
    for complaint in complaints { print("OVER THE LIMIT  " + complaint) }
    print(
        complaints.isEmpty
            ? "All rows pass."
            : """
            \(complaints.count) rows fail. To find the cause, measure single workloads: 'make bench \
            ARGS="--only WORDS"' measures those whose names contain the words. The limits are in \
            Stress/Shared/Measuring/Limits.swift.
            """)
    return complaints.isEmpty
}
