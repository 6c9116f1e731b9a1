import SwiftObserver

/// The work that was left when the time to stop was over.
struct Remainder: Sendable, CustomStringConvertible {

    let unhandled: [Unhandled]

    /// The number of rows that were read but not stored. It's `nil` in a process that stores none.
    var unstored: Int?

    /// The messages that a relay could not publish.
    var relay = ""

    var description: String {
        var lines = unhandled.filter { !$0.isEmpty }.map { "Not handled in time:\n\($0)" }
        if let unstored, unstored > 0 {
            lines.append("\(unstored) rows aren't stored. The next run reads them again.")
        }
        if !relay.isEmpty { lines.append(relay) }
        if !lines.isEmpty { return lines.joined(separator: "\n") }
        return
            "All rows that \(unstored == nil ? "arrived are handled" : "were read are stored"), and no handler of rows or events is running."
    }
}

/// The time for which the program has been running.
struct Uptime: Sendable {
    private let start = ContinuousClock.now
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}
