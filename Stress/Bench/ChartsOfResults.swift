import Measuring

extension ChartOfBars {

    /// Makes the charts of all workloads with their names, one for each kind of workload.
    static func charts(of results: [MeasuredResult]) -> [(name: String, chart: ChartOfBars)] {
        let kinds = [("sending", "Sending"), ("features", "Observations and features"), ("queues", "Queues and loops")]
        return kinds.compactMap { name, title in
            let results = results.filter { $0.kind == name }
            if results.isEmpty { return nil }
            return (name, ChartOfBars(title, "times as long as the floor, which is 1", results))
        }
    }

    init(_ title: String, _ xAxis: String, _ results: [MeasuredResult]) {
        let groups = results.split(by: \.workload).map { results in
            let bars = results.dropLast().map { result in
                Bar(
                    name: result.contender, value: result.ratio.median, goal: result.limit?.goal,
                    isOurs: !result.isOfOthers)
            }
            return Group(name: "\(results[0].workload) vs. \(results[results.count - 1].contender)", bars: bars)
        }
        self.init(title: title, xAxis: xAxis, longest: 6, groups: groups)
    }
}

extension MeasuredResult {

    /// `true` if it's about other code than this library.
    var isOfOthers: Bool {
        workload.hasSuffix(", floor")
            || ["NotificationCenter", "Observation", "AsyncStream", "closures", "queue.async"].contains(contender)
    }

    fileprivate var kind: String {
        if workload.contains("hop") || workload.contains("loop") { return "queues" }
        return workload.contains("send") ? "sending" : "features"
    }
}

extension [MeasuredResult] {

    /// Splits the results into runs of neighbors with the same key.
    func split(by key: (MeasuredResult) -> String) -> [[MeasuredResult]] {
        reduce(into: []) { parts, result in
            if let last = parts.last?.first, key(last) == key(result) {
                parts[parts.count - 1].append(result)
            } else {
                parts.append([result])
            }
        }
    }
}
