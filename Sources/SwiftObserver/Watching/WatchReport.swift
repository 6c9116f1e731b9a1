/// What needs attention. It prints as tables: what is stuck comes first.
///
/// Each list has as many entries as ``Watch/report(limit:)`` allows. The counts include those that were left out.
///
/// It's `Sendable` and `Codable`, and keeps nobody alive.
public struct WatchReport: Sendable, Hashable, Codable {

    /// Handlers that have been running for longer than ``WatchLimits/slow``, the longest first.
    public let slowHandlers: [RunningHandler]

    /// Observations for which more messages wait than ``WatchLimits/backlog``, the most first. Observations in place wait in one
    /// line, so of those of an observable, one stands for all: the one whose handler is running.
    public let backlogs: [ObservationInspection]

    /// Observations that have missed messages, the most first.
    public let lossy: [ObservationInspection]

    /// How many slow handlers there are.
    public let slowHandlerCount: Int

    /// How many observations there are for which too many messages wait.
    public let backlogCount: Int

    /// How many observations have missed messages.
    public let lossyCount: Int

    /// The latest hundred mistakes, one for each line of code.
    public let mistakes: [WatchedMistake]

    /// How many observables are observed.
    public let observableCount: Int

    /// How many observations there are.
    public let observationCount: Int

    /// Whether watching is on. While it's off, there are no slow handlers and no mistakes here.
    public let isOn: Bool
}

extension WatchReport: CustomStringConvertible {

    /// The report as text.
    public var description: String {
        var parts = [
            "\(observableCount.count("observable")), \(observationCount.count("observation")), "
                + "watching is \(isOn ? "on" : "off")"
        ]
        func add(_ title: String, _ titles: [String], _ rows: [[String]], of count: Int) {
            if count == 0 { return }
            let table = rows.isEmpty ? "" : "\n" + TextTable(titles, rows).text
            parts.append(title + table + (count > rows.count ? "\n… and \(count - rows.count) more" : ""))
        }
        add("SLOW OR STUCK HANDLERS", RunningHandler.titles, slowHandlers.map(\.row), of: slowHandlerCount)
        let titles = ["observable"] + ObservationInspection.titles
        add("MESSAGES WAIT", titles, backlogs.map { [$0.observable] + $0.row }, of: backlogCount)
        add("MESSAGES WERE MISSED", titles, lossy.map { [$0.observable] + $0.row }, of: lossyCount)
        if !mistakes.isEmpty {
            parts.append(
                "MISTAKES\n"
                    + mistakes.map { "\($0.location.map { "\($0): " } ?? "")\($0)" }.joined(separator: "\n"))
        }
        if parts.count == 1 {
            parts.append(isOn ? "Nothing needs attention." : "Nothing needs attention, as far as is known.")
        }
        if !isOn { parts.append("While watching is off, slow handlers and mistakes aren't known.") }
        return parts.joined(separator: "\n\n")
    }
}
