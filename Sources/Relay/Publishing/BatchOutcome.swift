#if Relay

    /// The server's answers to a batch.
    struct BatchOutcome {

        private let batch: Batch

        /// The ids of the entries that are in their streams, by the index in the batch.
        private var ids: [RelayID?]

        /// The errors of single entries, by the index in the batch.
        private var refusals: [Int: Refusal] = [:]

        /// The error of the batch as a whole.
        private var refusal: Refusal?

        /// `true` if the fence's key was modified, so that the server has added nothing.
        private(set) var isFencedOff = false

        /// `true` if the connection watches the key again.
        private(set) var watches = false

        private var answers = 0

        init(of batch: Batch) {
            self.batch = batch
            ids = Array(repeating: nil, count: batch.count)
        }

        /// The number of answers.
        var answerCount: Int { batch.count + Fence.batchAnswerCount }

        /// Adds the next answer: to `MULTI`, each entry, `SET`, `EXEC`, and `WATCH`.
        mutating func add(_ answer: ReplyView) {
            defer { answers += 1 }
            let error = answer.error.map { Refusal($0) }
            switch answers - ids.count {
            case 2: addTransaction(answer, error)
            case 3: watches = error == nil
            case let index where index <= 0 && answers > 0: if let error { refusals[answers - 1] = error }
            default: refusal = refusal ?? error
            }
        }

        private mutating func addTransaction(_ answer: ReplyView, _ error: Refusal?) {
            guard answer.count == ids.count + 1 else {
                isFencedOff = answer.isNil
                return refusal = refusal ?? error ?? Refusal("unexpected reply to a transaction")
            }
            for index in ids.indices {
                ids[index] = answer[index].bytes.flatMap { RelayID(ascii: $0) }
                if ids[index] == nil {
                    refusals[index] = Refusal(answer[index].error ?? "unexpected reply to an entry")
                }
            }
        }

        /// `true` if all entries are in their streams, except for those that were refused for good.
        var isDone: Bool { refusal == nil && refusals.values.allSatisfy(\.concernsStream) }

        /// The error that prevented the batch.
        var cause: Refusal? { refusals.values.first { !$0.concernsStream } ?? refusal }

        /// The messages that are in their streams, if it's done.
        var confirmed: [(writer: StreamWriter, number: UInt64, id: RelayID)] {
            zip(batch.entries, ids).compactMap { entry, id in
                if let number = entry.number, let id { (entry.writer, number, id) } else { nil }
            }
        }

        /// The streams for which messages were refused for good, with these messages.
        ///
        /// If only a position was refused, there are no messages.
        var lostStreams: [(writer: StreamWriter, numbers: [UInt64], reason: String)] {
            var reasons: [ObjectIdentifier: String] = [:]
            for (index, refusal) in refusals where refusal.concernsStream {
                reasons[ObjectIdentifier(batch.entries[index].writer)] = refusal.reason
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
    }
#endif
