#if Relay

    extension StreamReader {

        // All of this is called on the leading thread.

        /// Asks the server.
        ///
        /// - Parameters:
        ///   - isNew: Whether nothing was asked on this connection.
        ///   - isCheck: Whether only the end of the stream is asked for.
        ///   - mayWait: Whether the server may wait for the next entry.
        ///   - wait: Waits for an answer that takes at most this duration.
        func ask(
            _ link: any Link, isNew: Bool, isCheck: Bool, mayWait: Bool,
            wait: (Duration) throws(ConnectionFailure) -> Void
        ) throws(ConnectionFailure) -> ReaderAnswer {
            noteQuestion()
            if isNew { beginAnew() }
            do {
                switch question {
                case .ends: return try askForEnds(link)
                case .end: return .end(last: try link.latestID(of: stream))
                case .latest(let id, _): return .latest(try askForLatest(link, upTo: id))
                case .restoration(let head, let bytes):
                    try restore(head, bytes, link)
                    return .restored
                case .entries:
                    if isCheck { return .end(last: try link.latestID(of: stream)) }
                    if mayMeasure { try measure(link) }
                    return .entries(try askForEntries(link, mayWait: mayWait, wait))
                }
            } catch .passedOver(let id, let size) {
                return .passedOver(id, size: size)
            }
        }

        /// Begins on a new connection.
        func beginAnew() {
            question = .ends
            meter.beginToAsk()
        }

        private func askForEnds(_ link: any Link) throws(ConnectionFailure) -> ReaderAnswer {
            let first = try link.firstID(of: stream, behind: startOfFirst)
            return ends(first: first, last: try link.latestID(of: stream))
        }

        /// The id after which the first entry is asked for, or the highest id if it isn't needed.
        ///
        /// The request also fails if `XREAD` isn't permitted. So no connection counts as restored
        /// that can't read.
        var startOfFirst: RelayID { position == nil && start == .start ? .zero : .max }

        func ends(first: RelayID?, last: RelayID?) -> ReaderAnswer {
            position == nil ? .ends(first: first, last: last) : .end(last: last)
        }

        private func askForLatest(_ link: any Link, upTo id: RelayID) throws(ConnectionFailure) -> Reply {
            var command: [UInt8] = []
            command.append(command: "XREVRANGE", stream, "\(id)", "-", "COUNT", String(min(16, countAtOnce)))
            try link.write(command)
            return try link.acceptedReply(limit: limit(idAt: 0))
        }

        /// Adds an entry to the stream, unless there's a published one.
        ///
        /// The server rejects an id that isn't above all others. The id is random. So if the server
        /// loses its data again, a reader that has read such an entry notices another one.
        private func restore(_ head: String, _ bytes: [UInt8], _ link: any Link) throws(ConnectionFailure) {
            let id = RelayID(milliseconds: 0, number: .random(in: 1...(1 << 32)))
            var command: [UInt8] = []
            command.appendCount(of: 7)
            for word in ["XADD", stream, "\(id)", "m", head, "d"] { command.append(word: word) }
            command.append(word: bytes)
            try link.write(command)
            _ = try link.reply()
        }

        private func askForEntries(
            _ link: any Link, mayWait: Bool, _ wait: (Duration) throws(ConnectionFailure) -> Void
        ) throws(ConnectionFailure) -> Reply {
            var command: [UInt8] = []
            if mayWait {
                command.append(
                    command: "XREAD", "COUNT", String(countAtOnce), "BLOCK", String(Self.pause.pollMilliseconds),
                    "STREAMS", stream, "\(position ?? .zero)")
            } else {
                appendEntriesRequest(to: &command)
            }
            try link.write(command)
            if mayWait { try wait(Self.pause) }
            return try link.acceptedReply(limit: limit(idAt: 1))
        }

        func appendEntriesRequest(to bytes: inout [UInt8]) {
            bytes.append(command: "XREAD", "COUNT", String(countAtOnce), "STREAMS", stream, "\(position ?? .zero)")
        }

        /// Notes that only an answer to this question shows that the subscription is alive.
        func noteQuestion() {
            progress.withLock { $0.isIdle = false }
            client.willAsk()
        }

        /// The time for which the server waits for an entry.
        ///
        /// After that, the reader checks whether the stream was deleted.
        private static let pause = Duration.seconds(2)

        /// Asks how far the subscription lags, if that's due.
        func measure(_ link: any Link) throws(ConnectionFailure) {
            if try meter.askIfDue(at: position, link) { noteProgress() }
        }

        /// `true` if it may be due to ask how far the subscription lags.
        var mayMeasure: Bool { meter.isWanted }

        /// The limit of the next answer. After an answer that was too large, entries are read one
        /// by one.
        ///
        /// - Parameter index: The index of the first id among the texts of the answer.
        private func limit(idAt index: Int) -> AnswerLimit {
            if countAtOnce > 1 { return .fail(above: Reply.bytesAtOnce) }
            return .passOver(above: largestEntry + stream.utf8.count + (1 << 16), idAt: index)
        }

        /// Reads one entry at a time, since an answer was too large.
        func readOneByOne() { (countAtOnce, largestCount) = (1, max(1, countAtOnce / 2)) }

        /// Adapts the size of answers to those that have arrived.
        func adapt(to count: Int, _ byteCount: Int) {
            if byteCount > Self.bytesAtOnce {
                countAtOnce = max(1, count * Self.bytesAtOnce / byteCount)
            } else if count == countAtOnce {
                countAtOnce = min(largestCount, countAtOnce * 2)
            }
        }

        /// `true` if an answer with this many entries may be incomplete.
        func isFull(_ count: Int) -> Bool { count >= countAtOnce }

        func passOver(_ id: RelayID, _ size: Int) {
            let reason = "it has \(size) bytes, but at most \(largestEntry) are allowed: raise `largestMessage`"
            problems.tell(.undecodable(stream: stream, id: id, reason: reason))
        }
    }
#endif
