/// What needs attention. It prints as tables: what is stuck comes first.
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
        if !slowHandlers.isEmpty {
            parts.append("SLOW OR STUCK HANDLERS\n" + TextTable(RunningHandler.titles, slowHandlers.map(\.row)).text)
        }
        if !backlogs.isEmpty { parts.append("MESSAGES WAIT\n" + Self.table(backlogs)) }
        if !lossy.isEmpty { parts.append("MESSAGES WERE MISSED\n" + Self.table(lossy)) }
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

    private static func table(_ observations: [ObservationInspection]) -> String {
        TextTable(
            ["observable"] + ObservationInspection.titles, observations.map { [$0.observable] + $0.row }
        ).text
    }
}
