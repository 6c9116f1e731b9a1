import Foundation

/// Upper limits of measures, from a table with a name and a limit on each line.
package struct Budget {

    private var limits = [String: Int]()

    /// Reads a table, in which comments begin with `#`.
    package init(_ table: String) {
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            if let limit = Int(words.last ?? "") { limits[words.dropLast().joined(separator: " ")] = limit }
        }
    }

    /// A table in which the limit of each measure is its value, with the former comments.
    package static func table(of measures: [Measure], commentedAs former: String) -> String {
        let comments = former.split(separator: "\n").filter { $0.hasPrefix("#") }
        return (comments + measures.map { row($0.name, "\($0.value)")[...] }).map { $0 + "\n" }.joined()
    }

    /// Compares each measure with the limit of the same name. A new measure has no limit and
    /// exceeds it.
    package func judge(_ measures: [Measure]) -> Judgement {
        var judgement = Judgement(table: [Self.row("measure", "value", "limit")])
        for measure in measures {
            let limit = limits[measure.name], limitText = limit.map(String.init) ?? "none"
            var row = Self.row(measure.name, "\(measure.value)", limitText)
            if measure.value > limit ?? -1 {
                row += "  too much"
                judgement.excesses.append("\(measure.name): \(measure.value), limit: \(limitText)")
            } else if let limit, measure.value < limit {
                row += "  can be lowered by \(limit - measure.value)"
                judgement.canBeLowered = true
            }
            judgement.table.append(row)
        }
        for name in Set(limits.keys).subtracting(measures.map(\.name)).sorted() {
            judgement.table.append(Self.row(name, "none", "\(limits[name]!)") + "  can be removed")
            judgement.canBeLowered = true
        }
        return judgement
    }

    package struct Judgement {

        /// One line for each measure, with its limit.
        package fileprivate(set) var table: [String]

        /// One line for each measure above its limit, with both numbers.
        package fileprivate(set) var excesses: [String] = []

        package fileprivate(set) var canBeLowered = false

        /// The error text: the growth, and what to do about it.
        package var complaint: String {
            """
            The sources have grown beyond Docs/growth.txt:
                \(excesses.joined(separator: "\n    "))
            Look for an existing mechanism that does what you added, and use it. If the growth is a decision, run
            'make growth-update' and give the reason in the commit message.
            """
        }
    }

    private static func row(_ name: String, _ numbers: String...) -> String {
        let width = max(76, name.count)
        return name.padding(toLength: width, withPad: " ", startingAt: 0)
            + numbers.map { String(repeating: " ", count: max(1, 8 - $0.count)) + $0 }.joined()
    }
}

/// The size of a part of the sources.
package struct Measure {

    package let name: String
    package let value: Int

    package init(_ name: String, _ value: Int) { (self.name, self.value) = (name, value) }
}
