import Foundation

/// The measurements of earlier runs, with one line for each run and row.
package struct Trend {

    package let entries: [Entry]

    /// Reads lines, and ignores incomplete ones: a run may have been ended while it wrote one.
    package init(_ text: String = "") { entries = text.split(separator: "\n").compactMap(Entry.init) }

    /// Compares with the last runs on the same processor. Returns `nil` if there are none.
    package func change(to entry: Entry) -> Change? {
        let before = entries.filter { $0.row == entry.row && $0.processor == entry.processor }.suffix(Self.runs)
        if before.isEmpty { return nil }
        return Change(ratio: entry.ratio, before: Spread(before.map(\.ratio)), runs: before.count)
    }

    /// The maximum number of runs to compare with.
    package static let runs = 10
}

extension Trend {

    /// The measurement of one row in a run.
    package struct Entry: Equatable {
        package let date: String
        package let commit: String
        package let processor: String
        package let row: String
        /// The time divided by that of the floor.
        package let ratio: Double
        package let nanoseconds: Double

        package init(
            date: String, commit: String, processor: String, row: String, ratio: Double, nanoseconds: Double
        ) {
            self.date = date
            self.commit = commit
            self.processor = processor
            self.row = row
            self.ratio = ratio
            self.nanoseconds = nanoseconds
        }

        fileprivate init?(_ line: Substring) {
            let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 6, let ratio = Double(words[4]), let nanoseconds = Double(words[5]) else { return nil }
            self.init(
                date: words[0], commit: words[1], processor: words[2], row: words[3], ratio: ratio,
                nanoseconds: nanoseconds)
        }

        /// The line of the file, without its line break.
        package var line: String {
            [date, commit, processor, row, "\(ratio)", "\(nanoseconds)"].joined(separator: "\t")
        }
    }

    /// A ratio next to the ratios of earlier runs.
    package struct Change {
        package let ratio: Double
        package let before: Spread
        package let runs: Int

        /// The relative difference to the median. It's negative if the ratio is lower.
        package var part: Double { ratio / before.median - 1 }

        /// `true` if all earlier runs measured less, or all measured more.
        package var isNew: Bool { ratio < before.lowest || ratio > before.highest }
    }
}
