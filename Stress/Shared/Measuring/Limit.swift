import Foundation

/// What a contender should and may cost: a line of a table.
package struct Limit {
    package let name: String
    private let columns: [String: Double]

    /// The aim: the ratio of the time to that of the floor, or bytes by which the process grows.
    package var goal: Double? { columns["goal"] }

    /// All limits, of workloads and then of sizes.
    package static let all =
        rows(of: limitsOfWorkloads, names: 2) + rows(of: limitsOfSizes, names: 1)

    package static func of(_ names: String...) -> Limit? {
        let name = names.joined(separator: ": ")
        return all.first { $0.name == name }
    }

    private static func rows(of table: String, names: Int) -> [Limit] {
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

    /// What is over the limit, or wasn't measured at all.
    package func complaints(about costs: [String: Double]) -> [String] {
        held.compactMap { title, limit in
            guard let cost = costs[title] else { return "\(name): \(title) not measured" }
            return cost > limit + tolerance(of: limit) ? "\(name): \(title) \(cost.text), allowed \(limit.text)" : nil
        }
    }

    /// Which counts are lower than the limit, so that it can be lowered.
    package func praises(for costs: [String: Double]) -> [String] {
        held.compactMap { title, limit in
            guard title != "ratio", let cost = costs[title], cost < limit - tolerance(of: limit) else { return nil }
            return "\(name): \(title) only \(cost.text), allowed \(limit.text)"
        }
    }

    private var held: [(String, Double)] { columns.filter { $0.key != "goal" }.sorted { $0.key < $1.key } }

    /// Room for what happens rarely, like the growth of an array.
    private func tolerance(of limit: Double) -> Double { 0.01 + limit / 500 }
}
