/// A table as text, with columns that are as wide as what stands in them.
package struct TextTable {

    private let rows: [[String]]

    package init(_ titles: [String], _ rows: [[String]]) { self.rows = [titles] + rows.map { $0.map(\.inOneLine) } }

    package var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            let line = cells.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }.joined(separator: "\n")
    }
}

extension Int {

    /// That many of something, in words.
    package func count(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {

    /// The same with spaces for the ends of lines and for all else that can't be seen. Names may contain anything, but a row of
    /// a table is one line, and must not control a terminal.
    package var inOneLine: String { String(map { $0.unicodeScalars.contains(where: \.isInvisible) ? " " : $0 }) }
}

extension Unicode.Scalar {

    /// Whether it does something instead of being shown.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .format: value != 0x200D  // which joins emoji
        default: false
        }
    }
}
