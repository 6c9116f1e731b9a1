import Foundation

/// What a contender should and may cost: a line of a table.
package struct Limit {
    package let name: String
    private let columns: [String: Double]

    /// The aim: the ratio of the time to that of the floor, or bytes by which the process grows.
    package var goal: Double? { columns["goal"] }

    /// The ratio of the time to that of the floor that's expected on any processor at most.
    package var ratio: Double? { columns["ratio"] }

    /// All limits, of workloads and then of sizes.
    package static let all =
        rows(of: limitsOfWorkloads, names: 2) + rows(of: limitsOfSizes, names: 1)

    package static func of(_ names: String...) -> Limit? {
        let name = names.joined(separator: ": ")
        return all.first { $0.name == name }
    }

    /// The rows of a table whose first line has the titles of its columns.
    ///
    /// - Parameter names: The number of columns that make up the name of a row.
    package static func rows(of table: String, names: Int) -> [Limit] {
        let rows = table.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return rows.dropFirst().map { row in
            precondition(row.count == rows[0].count, "There's a column missing or too many in \(row).")
            let columns = zip(rows[0], row).dropFirst(names).compactMap { title, text -> (String, Double)? in
                if text.isEmpty { return nil }
                guard let number = Double(text) else { preconditionFailure("\(text) isn't a number, in \(row).") }
                return (title, number)
            }
            return Limit(
                name: row.prefix(names).joined(separator: ": "), columns: Dictionary(uniqueKeysWithValues: columns))
        }
    }
}

// MARK: - Counts

extension Limit {

    /// `true` if the row limits anything that is counted, which is the same each time.
    package var hasCounts: Bool { !counts.isEmpty }

    /// `true` if the row limits what a title of the table says.
    package func limits(_ title: String) -> Bool { columns[title] != nil }

    /// Counts that are over the limit, or that weren't measured at all.
    package func complaints(about costs: [String: Double]) -> [String] {
        counts.compactMap { title, limit in
            guard let cost = costs[title] else { return "\(name): \(title) not measured" }
            return cost > limit + tolerance(of: title, limit)
                ? "\(name): \(title) \(cost.exactText), allowed \(limit.exactText)" : nil
        }
    }

    /// Counts that are so far below the limit that it can be lowered.
    package func praises(for costs: [String: Double]) -> [String] {
        counts.compactMap { title, limit in
            guard let cost = costs[title], cost < limit - tolerance(of: title, limit) else { return nil }
            return "\(name): \(title) only \(cost.exactText), allowed \(limit.exactText)"
        }
    }

    private var counts: [(String, Double)] {
        columns.filter { $0.key != "goal" && $0.key != "ratio" }.sorted { $0.key < $1.key }
    }

    /// Room for digits that the table leaves out. Instructions have more, though they're exact too: a change elsewhere lets the
    /// compiler arrange a few of them differently, and isn't to blame.
    private func tolerance(of title: String, _ limit: Double) -> Double {
        title == "instructions" ? 2 + limit / 50 : 0.01 + limit / 500
    }
}

// MARK: - Times

extension Limit {

    /// How many measurements decide about a time, unless one of them is in order.
    package static let attempts = 3

    /// How far over its limit a ratio must be to count. See the comment of the table.
    package static let farOff = 2.0

    /// `true` if the ratios that were measured one after the other don't decide yet.
    package func needsAnotherAttempt(after ratios: [Double]) -> Bool {
        ratios.count < Self.attempts && ratios.allSatisfy(isFarOff)
    }

    /// `nil` if one of the ratios is in order.
    package func complaint(aboutRatios ratios: [Double]) -> String? {
        guard let ratio, let lowest = ratios.min(), isFarOff(lowest) else { return nil }
        return "\(name): at least \(lowest.text) times the floor in each of \(ratios.count) attempts, "
            + "expected are up to \(ratio.text) times, and \(Self.farOff.text) times that is accepted"
    }

    private func isFarOff(_ measured: Double) -> Bool { ratio.map { measured > $0 * Self.farOff } ?? false }
}
