import Foundation

/// Aligns columns. All except for the leading ones are aligned to the right.
package func table(_ rows: [[String]], leading: Int = 1) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
        row.indices.map { column in
            let padding = String(repeating: " ", count: widths[column] - row[column].count)
            return column < leading ? row[column] + padding : padding + row[column]
        }.joined(separator: "  ")
    }.joined(separator: "\n")
}

extension Double {
    /// The number with two decimals, unless they're zero.
    var exactText: String { self == rounded() ? "\(Int(self))" : String(format: "%.2f", self) }

    /// The number with its meaningful digits.
    package var text: String {
        self == rounded() && magnitude < 1000 ? "\(Int(self))" : String(format: magnitude < 100 ? "%.2f" : "%.0f", self)
    }
}
