/// A table as text, with columns as wide as their widest cell.
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

    /// This number and a noun, with an "s" unless the number is 1.
    package func count(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {

    /// This text with spaces instead of line ends and invisible characters.
    ///
    /// Names may contain anything, but a row of a table is one line, and must not control a
    /// terminal.
    package var inOneLine: String { String(map { $0.unicodeScalars.contains(where: \.isInvisible) ? " " : $0 }) }
}

extension Unicode.Scalar {

    /// `true` if the character has an effect instead of being shown.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .format: value != 0x200D  // which joins emoji
        default: false
        }
    }
}
