import SwiftObserver

/// What was left when the time to stop was up.
struct Remainder: Sendable, CustomStringConvertible {

    let unhandled: [Unhandled]

    /// How many rows were read and could not be stored. The next run reads them again.
    var unstored = 0

    /// What a relay has not got to its server.
    var relay = ""

    var description: String {
        var lines = unhandled.filter { !$0.isEmpty }.map { "Not handled in time:\n\($0)" }
        if unstored > 0 { lines.append("\(unstored) rows are not stored. The next run reads them again.") }
        if !relay.isEmpty { lines.append(relay) }
        return lines.isEmpty ? "Nothing was left." : lines.joined(separator: "\n")
    }
}

/// For how long the program has been running.
struct Uptime: Sendable {
    private let start = ContinuousClock.now
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}
