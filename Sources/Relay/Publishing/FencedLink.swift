#if Relay

    /// A connection that publishes, and the fence that it watches.
    struct FencedLink {

        let link: any Link

        private let fence: Fence

        /// The size from which on copying a batch takes longer than writing it in three parts.
        private static let largeSize = 1 << 16

        /// `true` if the server watches the fence's key for this connection.
        private(set) var watches = false

        /// `true` if the server is known to trim streams by ids.
        private(set) var comparesIDs = false

        init(_ link: any Link, _ fence: Fence) {
            self.link = link
            self.fence = fence
        }

        /// Stops all batches of earlier connections, and reads the number of the last added one.
        mutating func takeOver() throws(ConnectionFailure) -> TakeoverOutcome {
            watches = false
            var outcome: TakeoverOutcome
            repeat {
                outcome = TakeoverOutcome()
                try link.write(fence.takeover)
                for _ in 0..<Fence.takeoverAnswerCount { try link.reply().read { outcome.add($0) } }
            } while outcome.isFencedOff
            watches = outcome.refusal == nil
            return outcome
        }

        /// Finds out, once for a connection, whether the server can compare ids.
        ///
        /// Returns the reason if it can't. Without a stream that keeps messages for a time, nothing
        /// is asked.
        ///
        /// Servers before Redis 6.2 would reject each message with `MINID` for good, and add others
        /// of the same transaction. This command never adds anything: newer servers reject its id.
        mutating func checkTrimming(of stream: String?) throws(ConnectionFailure) -> Refusal? {
            guard let stream, !comparesIDs else { return nil }
            var command: [UInt8] = []
            command.append(command: "XADD", stream, "MINID", "~", "0", "0-0", "m", "")
            try link.write(command)
            let answer = try link.reply().read { $0.error }
            guard let refusal = answer.map({ Refusal($0) }) else { throw .unexpected }
            comparesIDs = refusal.reason.contains("0-0")
            if refusal.passes { return refusal }
            // A missing permission, or a key of another type, concerns that stream alone.
            if comparesIDs || refusal.code != "ERR" { return nil }
            return Refusal(
                "\(refusal.reason) (to keep messages of \(stream) for a duration, the server must be Redis 6.2 or Valkey; with an older server, keep a number of messages)"
            )
        }

        /// Sends a batch. The connection must watch the fence.
        func send(_ batch: inout Batch, number: UInt64) throws(ConnectionFailure) {
            batch.countSend()
            if batch.commands.count < Self.largeSize {
                return try link.write(fence.enclose(batch.commands, number: number))
            }
            let (start, end) = fence.enclosure(number: number)
            try link.write(start)
            try link.write(batch.commands)
            try link.write(end)
        }

        /// Waits for the answers to a batch.
        mutating func outcome(of batch: Batch) throws(ConnectionFailure) -> BatchOutcome {
            var outcome = BatchOutcome(of: batch)
            for _ in 0..<outcome.answerCount { try link.reply().read { outcome.add($0) } }
            if !outcome.watches { watches = false }
            return outcome
        }
    }
#endif
