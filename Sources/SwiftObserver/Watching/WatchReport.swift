/// Everything that needs attention.
///
/// It prints as tables, with stuck handlers first. Each list has at most as many entries as
/// ``Watch/report(limit:)`` allows. The counts include entries that were left out.
///
/// It's `Sendable` and `Codable`, and retains no objects.
public struct WatchReport: Sendable, Hashable, Codable {

    /// Handlers that have been running for longer than ``WatchLimits/slow``, the longest first.
    public let slowHandlers: [RunningHandler]

    /// Observations with more waiting messages than ``WatchLimits/backlog``, the most first.
    ///
    /// All in-place observations of an observable share its pending messages, so only one of them
    /// is listed: the one whose handler is running.
    public let backlogs: [ObservationInspection]

    /// Observations that have missed messages, those with the most first.
    public let lossy: [ObservationInspection]

    /// The number of slow handlers.
    public let slowHandlerCount: Int

    /// The number of observations for which too many messages wait.
    public let backlogCount: Int

    /// The number of observations that have missed messages.
    public let lossyCount: Int

    /// The latest hundred mistakes, one for each line of code.
    public let mistakes: [WatchedMistake]

    /// The number of observables that are observed.
    public let observableCount: Int

    /// The number of observations.
    public let observationCount: Int

    /// Whether watching is on. While it's off, slow handlers and mistakes aren't known.
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
        add("WAITING MESSAGES", titles, backlogs.map { [$0.observable] + $0.row }, of: backlogCount)
        add("MISSED MESSAGES", titles, lossy.map { [$0.observable] + $0.row }, of: lossyCount)
        if !mistakes.isEmpty {
            parts.append(
                "MISTAKES\n"
                    + mistakes.map { "\($0.location.map { "\($0): " } ?? "")\($0)" }.joined(separator: "\n"))
        }
        if parts.count == 1 {
            parts.append(isOn ? "Nothing needs attention." : "Nothing needs attention, as far as the report can tell.")
        }
        if !isOn { parts.append("While watching is off, reports don't include slow handlers and mistakes.") }
        return parts.joined(separator: "\n\n")
    }
}
