import SwiftObserver

/// Counts lines by level and by file. It's an actor, so what it counts needs no lock, and lines come in order.
actor Tally: Observer {

    /// More files than that are counted together.
    static let limit = 1_000

    nonisolated let receiver = Receiver(named: "tally")

    struct Counts: Sendable, Codable, Equatable {
        var levels: [String: Int] = [:]
        var files: [String: Int] = [:]
    }

    /// What everyone may look at, without waiting for the actor.
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
