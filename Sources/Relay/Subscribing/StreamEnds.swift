#if Relay

    extension Link {

        /// The id of the last entry of a stream, or `nil` if there's none.
        func latestID(of stream: String) throws(ConnectionFailure) -> RelayID? {
            var command: [UInt8] = []
            command.appendLatestIDRequest(of: stream)
            try write(command)
            return try receiveLatestID(limit: .passOver(above: 1 << 16, idAt: 0))
        }

        func receiveLatestID(limit: AnswerLimit) throws(ConnectionFailure) -> RelayID? {
            try receiveID(limit: limit) { $0 }
        }

        /// The id of the last entry of a stream, or `nil` if the server rejects the command for it.
        ///
        /// It's also `nil` if there's no entry.
        func bound(of stream: String) throws(ConnectionFailure) -> RelayID? {
            do { return try latestID(of: stream) } catch {
                if case .rejected(let reason) = error, Refusal(reason).concernsStream { return nil }
                throw error
            }
        }

        /// The id of the first entry after an id, or `nil` if there's none.
        func firstID(of stream: String, behind id: RelayID) throws(ConnectionFailure) -> RelayID? {
            var command: [UInt8] = []
            command.appendFirstIDRequest(of: stream, behind: id)
            try write(command)
            return try receiveFirstID(limit: .passOver(above: 1 << 16, idAt: 1))
        }

        func receiveFirstID(limit: AnswerLimit) throws(ConnectionFailure) -> RelayID? {
            try receiveID(limit: limit) { answer in
                answer.count == 1 && answer[0].count == 2 ? answer[0][1] : nil
            }
        }

        /// Waits for an answer of one entry, and returns its id.
        ///
        /// - Parameters:
        ///   - limit: The limit of the answer. If it drops the rest of a large entry, the entry
        ///     isn't kept in memory.
        ///   - entries: Finds the list of entries in the answer.
        private func receiveID(
            limit: AnswerLimit, entries: (ReplyView) -> ReplyView?
        ) throws(ConnectionFailure) -> RelayID? {
            do {
                return try reply(limit: limit).read {
                    answer throws(ConnectionFailure) in
                    if let error = answer.error { throw .rejected(error) }
                    guard let entries = entries(answer), entries.count == 1 else { return nil }
                    return try entries[0].entry.id
                }
            } catch .passedOver(let id, _) {
                return id
            }
        }
    }

    extension [UInt8] {

        /// Appends the request for the last entry of a stream.
        mutating func appendLatestIDRequest(of stream: String) {
            append(command: "XREVRANGE", stream, "+", "-", "COUNT", "1")
        }

        /// Appends the request for the first entry after an id.
        mutating func appendFirstIDRequest(of stream: String, behind id: RelayID) {
            append(command: "XREAD", "COUNT", "1", "STREAMS", stream, id.description)
        }
    }

    extension ReplyView {

        /// The id and the fields of an entry.
        var entry: (id: RelayID, fields: ReplyView) {
            get throws(ConnectionFailure) {
                guard count == 2, let id = self[0].bytes.flatMap({ RelayID(ascii: $0) }) else { throw .unexpected }
                return (id, self[1])
            }
        }
    }
#endif
