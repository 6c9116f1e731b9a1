import SwiftObserver

/// What was left when the time to stop was up.
struct Remainder: Sendable, CustomStringConvertible {

    let unhandled: [Unhandled]

    /// How many rows were read and could not be stored. It's `nil` in a process that stores none.
    var unstored: Int?

    /// What a relay could not publish.
    var relay = ""

    var description: String {
        var lines = unhandled.filter { !$0.isEmpty }.map { "Not handled in time:\n\($0)" }
        if let unstored, unstored > 0 {
            lines.append("\(unstored) rows are not stored. The next run reads them again.")
        }
        if !relay.isEmpty { lines.append(relay) }
        if !lines.isEmpty { return lines.joined(separator: "\n") }
        return
            "All rows that \(unstored == nil ? "came are handled" : "were read are stored"), and no handler of rows or events is running."
    }
}

/// For how long the program has been running.
struct Uptime: Sendable {
    private let start = ContinuousClock.now
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}
