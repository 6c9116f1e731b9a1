import Foundation

/// The goals and limits of a contender's costs: a line of a table.
package struct Limit {
    package let name: String
    private let columns: [String: Double]

    /// The goal: the ratio of the time to the floor's, or the bytes by which the process grows.
    package var goal: Double? { columns["goal"] }

    /// The highest expected ratio of the time to that of the floor, on any processor.
    package var ratio: Double? { columns["ratio"] }

    /// All limits: first of workloads, then of sizes.
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
            precondition(row.count == rows[0].count, "The number of columns is wrong in \(row).")
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

    /// `true` if the row has a limit for a count, which is the same in each run.
    package var hasCounts: Bool { !counts.isEmpty }

    /// `true` if the row has a limit in the column with that title.
    package func limits(_ title: String) -> Bool { columns[title] != nil }

    /// The counts that exceed the limit, or that weren't measured.
    package func complaints(about costs: [String: Double]) -> [String] {
        counts.compactMap { title, limit in
            guard let cost = costs[title] else { return "\(name): \(title) not measured" }
            return cost > limit + tolerance(of: title, limit)
                ? "\(name): \(title) \(cost.exactText), allowed \(limit.exactText)" : nil
        }
    }

    /// The counts that are so far below the limit that it can be lowered.
    package func praises(for costs: [String: Double]) -> [String] {
        counts.compactMap { title, limit in
            guard let cost = costs[title], cost < limit - tolerance(of: title, limit) else { return nil }
            return "\(name): \(title) only \(cost.exactText) of \(limit.exactText) allowed"
        }
    }

    private var counts: [(String, Double)] {
        columns.filter { $0.key != "goal" && $0.key != "ratio" }.sorted { $0.key < $1.key }
    }

    /// The tolerance for digits that the table omits.
    ///
    /// Instructions have a larger one, although they're exact: a change elsewhere can let the
    /// compiler arrange a few of them differently.
    private func tolerance(of title: String, _ limit: Double) -> Double {
        title == "instructions" ? 2 + limit / 50 : 0.01 + limit / 500
    }
}

// MARK: - Times

extension Limit {

    /// The number of measurements that decide about a time, unless one of them is fine.
    package static let attempts = 3

    /// The factor by which a ratio must exceed its limit. See the comment of the table.
    package static let farOff = 2.0

    /// `true` if the ratios of the measurements so far don't decide yet.
    package func needsAnotherAttempt(after ratios: [Double]) -> Bool {
        ratios.count < Self.attempts && ratios.allSatisfy(isFarOff)
    }

    /// A complaint, or `nil` if one of the ratios is fine.
    package func complaint(aboutRatios ratios: [Double]) -> String? {
        guard let ratio, let lowest = ratios.min(), isFarOff(lowest) else { return nil }
        return "\(name): at least \(lowest.text) times the floor in each of \(ratios.count) attempts; "
            + "expected: up to \(ratio.text) times, accepted: up to \(Self.farOff.text) times that"
    }

    private func isFarOff(_ measured: Double) -> Bool { ratio.map { measured > $0 * Self.farOff } ?? false }
}
