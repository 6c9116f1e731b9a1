#if Relay

    /// The end of a stream.
    struct StreamTail {

        /// The id of the last entry, or `nil` if there's none.
        let latest: RelayID?

        /// Asks the server.
        init(of stream: String, _ link: any Link) throws(ConnectionFailure) {
            var command: [UInt8] = []
            command.append(command: "XREVRANGE", stream, "+", "-", "COUNT", "1")
            try link.write(command)
            try self.init(link.reply())
        }

        /// Reads the answer to that.
        init(_ reply: consuming Reply) throws(ConnectionFailure) {
            latest = try reply.read { answer throws(ConnectionFailure) -> RelayID? in
                if let error = answer.error { throw .lost(error) }
                guard answer.count == 1, answer[0].count == 2 else { return nil }
                return answer[0][0].bytes.flatMap { RelayID(ascii: $0) }
            }
        }
    }
#endif
