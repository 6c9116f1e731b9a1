/// Writes counts in the format of Prometheus.
package struct MetricsText {

    /// By their labels.
    private var series: [String: Values] = [:]
    private let calls: [LongCall]
    private let isOn: Bool

    private struct Values {
        var observables = 0
        var observations = 0
        var waiting = 0
        var largestBacklog = 0
        var sum = WatchSums.Sum()
    }

    /// - Parameter totals: The sums of living observables, and of ended or deallocated objects.
    init(
        _ observables: [(WatchSums.Key, CountedObservable)], _ totals: [WatchSums.Key: WatchSums.Sum],
        _ calls: [LongCall],
        isOn: Bool
    ) {
        self.calls = calls
        self.isOn = isOn
        // Writing the name of a type takes long, and most observables share theirs.
        var labels: [WatchSums.Key: String] = [:]
        func label(_ key: WatchSums.Key) -> String {
            if let label = labels[key] { return label }
            let label = Self.labels(key)
            labels[key] = label
            return label
        }
        for (key, sum) in totals { series[label(key), default: Values()].sum.add(sum) }
        for (key, observable) in observables where observable.isObserved {
            let label = label(key)
            var values = series[label] ?? Values()
            values.observables += 1
            values.observations += observable.observationCount
            values.waiting += observable.waiting
            values.largestBacklog = max(values.largestBacklog, observable.largestBacklog)
            series[label] = values
        }
    }

    private static func labels(_ key: WatchSums.Key) -> String {
        let messenger = key.messenger
        let type = messenger.map { $0 == ObservationGroup.self ? "combination" : String(describing: $0) } ?? ""
        return "observable=\"\(escaped(key.name ?? ""))\",type=\"\(escaped(type))\""
    }

    // MARK: - Write

    var text: String {
        var lines: [String] = []
        let sorted = series.sorted { $0.key < $1.key }
        func add(_ name: String, _ type: String, _ help: String, _ value: (Values) -> Int) {
            lines += Self.head(name, type, help)
            lines += sorted.map { "swiftobserver_\(name){\($0.key)} \(value($0.value))" }
        }
        func add(_ name: String, _ help: String, _ value: String) {
            lines += Self.head(name, "gauge", help) + ["swiftobserver_\(name) \(value)"]
        }
        add("watching", "Whether watching is on.", isOn ? "1" : "0")
        add("slow_handlers", "Handlers that have been running longer than the limit.", "\(calls.count)")
        let longest = calls.map(\.duration.inSeconds).max() ?? 0
        add("longest_running_handler_seconds", "Running time of the longest-running handler, in seconds.", "\(longest)")
        add("observables", "gauge", "Observables that are observed.") { $0.observables }
        add("observations", "gauge", "Observations.") { $0.observations }
        add("waiting_messages", "gauge", "Waiting messages, counted once for each observation.") { $0.waiting }
        add("largest_backlog_messages", "gauge", "Waiting messages of the observation with the largest backlog.") {
            $0.largestBacklog
        }
        add("sent_messages_total", "counter", "Messages sent.") { $0.sum.sent }
        add("handled_messages_total", "counter", "Messages passed to handlers.") { $0.sum.handled }
        add("missed_messages_total", "counter", "Messages dropped by a limit.") { $0.sum.missed }
        add("refused_messages_total", "counter", "Messages refused by closed observables.") { $0.sum.refused }
        add("started_observations_total", "counter", "Observations that started.") { $0.sum.started }
        add("ended_observations_total", "counter", "Observations that ended.") { $0.sum.ended }
        return (lines + ["# EOF"]).joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
        ["# HELP swiftobserver_\(name) \(help)", "# TYPE swiftobserver_\(name) \(type)"]
    }

    /// Escapes a name, which may contain any characters, for use in a label.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
