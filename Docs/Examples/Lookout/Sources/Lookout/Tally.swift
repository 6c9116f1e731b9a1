import SwiftObserver

/// Counts lines by level and by file.
///
/// It's an actor, so the counts need no lock, and lines arrive in order.
actor Tally: Observer {

    /// The number of files that are counted separately. Further files are counted together.
    static let limit = 1_000

    nonisolated let receiver = Receiver(named: "tally")

    struct Counts: Sendable, Codable, Equatable {
        var levels: [String: Int] = [:]
        var files: [String: Int] = [:]
    }

    /// The counts, which all threads can read without waiting for the actor.
    nonisolated let published = Var(Counts(), named: "tallies")

    private var counts = Counts()

    nonisolated func count(_ rows: some MessageSource<Row> & Sendable) {
        observe(rows).on(self).batches(upTo: 1_000).receive { tally, batch in
            for row in batch { tally.count(row) }
            tally.published <- tally.counts
        }
    }

    private func count(_ row: Row) {
        counts.levels[row.level.rawValue, default: 0] += 1
        let isNew = counts.files[row.origin.path] == nil
        counts.files[isNew && counts.files.count >= Self.limit ? "(others)" : row.origin.path, default: 0] += 1
    }
}
