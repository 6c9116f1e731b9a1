#if Relay

    /// The state of a stream, as the server reports it.
    struct StreamState: Equatable {

        /// The number of entries that were ever added. Servers before Redis 7 don't report it.
        var added: UInt64?

        /// The number of entries.
        var length: UInt64?

        /// The last id that was assigned.
        var last = RelayID.zero

        /// The id of the first entry.
        var first: RelayID?
    }

    extension StreamState {

        init(_ answer: ReplyView) {
            for index in stride(from: 0, to: answer.count - 1, by: 2) {
                let value = answer[index + 1]
                switch answer[index].text {
                case "length": length = value.integer.map { UInt64(clamping: $0) }
                case "entries-added": added = value.integer.map { UInt64(clamping: $0) }
                case "last-generated-id": last = value.bytes.flatMap { RelayID(ascii: $0) } ?? .zero
                case "first-entry": first = value.count > 0 ? value[0].bytes.flatMap { RelayID(ascii: $0) } : nil
                default: break
                }
            }
        }
    }

    extension [UInt8] {

        /// Appends the request for the state of a stream.
        mutating func appendStateRequest(of stream: String) { append(command: "XINFO", "STREAM", stream) }
    }

    extension Link {

        /// The state of a stream, or `nil` if the server doesn't report it.
        ///
        /// The answer contains the first and the last entry. It's dropped if these have more than a
        /// megabyte. A reader that appends its request to those of other readers keeps as much as
        /// one answer may have. The beginning of an answer that arrives after other ones isn't
        /// known before it's parsed.
        func state(of stream: String) throws(ConnectionFailure) -> StreamState? {
            var command: [UInt8] = []
            command.appendStateRequest(of: stream)
            try write(command)
            return try receiveState(limit: .passOver(above: 1 << 20, idAt: 0))
        }

        func receiveState(limit: AnswerLimit) throws(ConnectionFailure) -> StreamState? {
            do {
                return try reply(limit: limit).read { answer in
                    if let error = answer.error {
                        return error.hasPrefix("ERR no such key") ? StreamState(added: 0, length: 0) : nil
                    }
                    return StreamState(answer)
                }
            } catch {
                if error == .unexpected { return nil }
                throw error
            }
        }
    }
#endif
