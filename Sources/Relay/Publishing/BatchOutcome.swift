#if Relay

    /// What the server has said of a batch.
    struct BatchOutcome {

        private let batch: Batch

        /// The ids of the entries that are in their streams now, by the index in the batch.
        private var ids: [RelayID?]

        /// Why entries were refused, by the index in the batch.
        private var refusals: [Int: String] = [:]

        /// Why the batch as a whole was refused.
        private var refusal: String?

        private var answers = 0

        init(of batch: Batch) {
            self.batch = batch
            ids = Array(repeating: nil, count: batch.count)
        }

        /// Takes the next answer.
        mutating func add(_ answer: ReplyView) {
            defer { answers += 1 }
            if ids.count == 1 { return add(answer, at: 0) }
            switch answers {
            case 0: refusal = answer.error
            case 1...ids.count:
                if let error = answer.error { refusals[answers - 1] = error }
            default:
                if answer.count == ids.count {
                    for index in ids.indices { add(answer[index], at: index) }
                } else {
                    refusal = refusal ?? answer.error ?? "a transaction has an unexpected answer"
                }
            }
        }

        private mutating func add(_ answer: ReplyView, at index: Int) {
            ids[index] = answer.bytes.flatMap { RelayID(ascii: $0) }
            if ids[index] == nil { refusals[index] = answer.error ?? "an entry has an unexpected answer" }
        }

        /// Whether all entries are in their streams, but for those that were refused for good.
        var isDone: Bool { refusal == nil && refusals.values.allSatisfy(Self.isForGood) }

        /// Why it's not done.
        var reason: String { refusals.values.first { !Self.isForGood($0) } ?? refusal ?? "" }

        /// The messages that are in their streams now, if it's done.
        var confirmed: [(writer: StreamWriter, number: UInt64, id: RelayID)] {
            zip(batch.entries, ids).compactMap { entry, id in
                if let number = entry.number, let id { (entry.writer, number, id) } else { nil }
            }
        }

        /// The streams for which messages were refused for good, with these messages. Of a
        /// position alone, there are none.
        var lostStreams: [(writer: StreamWriter, numbers: [UInt64], reason: String)] {
            var reasons: [ObjectIdentifier: String] = [:]
            for (index, reason) in refusals where Self.isForGood(reason) {
                reasons[ObjectIdentifier(batch.entries[index].writer)] = reason
            }
            if reasons.isEmpty { return [] }
            var lost: [ObjectIdentifier: (writer: StreamWriter, numbers: [UInt64], reason: String)] = [:]
            for entry in batch.entries {
                let writer = entry.writer
                guard let reason = reasons[ObjectIdentifier(writer)] else { continue }
                lost[ObjectIdentifier(writer), default: (writer, [], reason)].numbers += entry.number.map { [$0] } ?? []
            }
            return Array(lost.values)
        }

        /// Whether someone must change something before the server would take messages for that stream. Otherwise, it may take them
        /// in a moment, as when it's full, loading its data, or a replica.
        private static func isForGood(_ error: String) -> Bool {
            ["WRONGTYPE", "NOPERM", "ERR"].contains { error.hasPrefix($0 + " ") }
        }
    }
#endif
