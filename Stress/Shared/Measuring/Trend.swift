import Foundation

/// What runs of earlier days measured, one line for each run and row.
package struct Trend {

    package let entries: [Entry]

    /// Lines that aren't complete are left out: a run may have been ended while it wrote one.
    package init(_ text: String = "") { entries = text.split(separator: "\n").compactMap(Entry.init) }

    /// Compares with the last runs on the same processor. `nil` if there's none.
    package func change(to entry: Entry) -> Change? {
        let before = entries.filter { $0.row == entry.row && $0.processor == entry.processor }.suffix(Self.runs)
        if before.isEmpty { return nil }
        return Change(ratio: entry.ratio, before: Spread(before.map(\.ratio)), runs: before.count)
    }

    /// How many runs are compared with at most.
    package static let runs = 10
}

extension Trend {

    /// What a run measured about one row.
    package struct Entry: Equatable {
        package let date: String
        package let commit: String
        package let processor: String
        package let row: String
        /// The time by that of the floor.
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

        /// The line of the file, without its end.
        package var line: String {
            [date, commit, processor, row, "\(ratio)", "\(nanoseconds)"].joined(separator: "\t")
        }
    }

    /// A ratio next to those of earlier runs.
    package struct Change {
        package let ratio: Double
        package let before: Spread
        package let runs: Int

        /// By which part of the median the ratio is higher, or lower if negative.
        package var part: Double { ratio / before.median - 1 }

        /// `true` if no earlier run measured as much, or as little.
        package var isNew: Bool { ratio < before.lowest || ratio > before.highest }
    }
}
