#if Relay

    extension Link {

        /// The id of the last entry of a stream, or `nil` if there's none.
        func latestID(of stream: String) throws(ConnectionFailure) -> RelayID? {
            try entryID(of: ["XREVRANGE", stream, "+", "-", "COUNT", "1"], at: 0) { $0 }
        }

        /// The id of the last entry of a stream, or `nil` if there's none or the server rejects the command for this stream.
        func bound(of stream: String) throws(ConnectionFailure) -> RelayID? {
            do { return try latestID(of: stream) } catch {
                if case .rejected(let reason) = error, Refusal(reason).concernsStream { return nil }
                throw error
            }
        }

        /// The id of the first entry behind an id, or `nil` if there's none.
        func firstID(of stream: String, behind id: RelayID) throws(ConnectionFailure) -> RelayID? {
            try entryID(of: ["XREAD", "COUNT", "1", "STREAMS", stream, id.description], at: 1) { answer in
                answer.count == 1 && answer[0].count == 2 ? answer[0][1] : nil
            }
        }

        /// Asks for one entry, and returns its id. The rest isn't kept in memory if it's large.
        ///
        /// - Parameters:
        ///   - index: The index of the id among the texts of the answer.
        ///   - entries: Finds the list of entries in the answer.
        private func entryID(
            of words: [String], at index: Int, entries: (ReplyView) -> ReplyView?
        ) throws(ConnectionFailure) -> RelayID? {
            var command: [UInt8] = []
            command.append(command: words)
            try write(command)
            do {
                return try reply(limit: .passOver(above: 1 << 16, idAt: index)).read {
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
