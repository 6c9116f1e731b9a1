/// The costs measured on one machine, from which a ``Plan`` is computed.
public struct Costs: Equatable, Sendable {

    /// One value for each of ``MessageCost/sizes``.
    private var ofMessages: [MessageCost: [Double]] = [:]
    private var fixed: [FixedCost: Double] = [:]

    public init() {}

    public subscript(cost: FixedCost) -> Double {
        get { fixed[cost] ?? .nan }
        set { fixed[cost] = newValue }
    }

    public subscript(cost: MessageCost, size: Int) -> Double {
        get { MessageCost.sizes.firstIndex(of: size).flatMap { ofMessages[cost]?[$0] } ?? .nan }
        set {
            guard let index = MessageCost.sizes.firstIndex(of: size) else { return }
            ofMessages[cost, default: MessageCost.sizes.map { _ in .nan }][index] = newValue
        }
    }

    // MARK: - As tables

    public var messageTable: Table {
        var table = Table(["cost of a message"] + MessageCost.sizes.map(\.bytes))
        for cost in MessageCost.allCases {
            table.rows.append([cost.rawValue] + MessageCost.sizes.map { self[cost, $0].rounded(digits: 2).grouped })
        }
        return table
    }

    public var fixedTable: Table {
        var table = Table(["other costs", ""])
        for cost in FixedCost.allCases {
            table.rows.append([cost.rawValue, self[cost].rounded(digits: 2).grouped])
        }
        return table
    }

    /// Reads the two tables.
    ///
    /// Returns `nil` if one of the costs is missing.
    public init?(_ messageTable: Table, _ fixedTable: Table) {
        for row in messageTable.rows {
            guard let cost = row.first.flatMap(MessageCost.init), row.count == 1 + MessageCost.sizes.count else {
                return nil
            }
            for (size, text) in zip(MessageCost.sizes, row.dropFirst()) { self[cost, size] = Double(grouped: text) }
        }
        for row in fixedTable.rows {
            guard let cost = row.first.flatMap(FixedCost.init), row.count == 2 else { return nil }
            self[cost] = Double(grouped: row[1])
        }
        let all =
            FixedCost.allCases.map { self[$0] }
            + MessageCost.allCases.flatMap { cost in MessageCost.sizes.map { self[cost, $0] } }
        if all.contains(where: \.isNaN) { return nil }
    }
}
