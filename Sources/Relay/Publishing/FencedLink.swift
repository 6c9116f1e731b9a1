#if Relay

    /// A connection that publishes, and the fence that it watches.
    struct FencedLink {

        let link: any Link

        /// The fence whose key the server watches for this connection.
        private(set) var watched: Fence?

        init(_ link: any Link) { self.link = link }

        /// Stops all batches of earlier connections, and reads the number of the last one that the server has added.
        mutating func takeOver(_ fence: Fence) throws(ConnectionFailure) -> TakeoverOutcome {
            watched = nil
            var outcome: TakeoverOutcome
            repeat {
                outcome = TakeoverOutcome()
                try link.write(fence.takeover)
                for _ in 0..<Fence.takeoverAnswerCount { try link.reply().read { outcome.add($0) } }
            } while outcome.isFencedOff
            if outcome.refusal == nil { watched = fence }
            return outcome
        }

        /// Sends a batch. The connection must watch the fence.
        func send(_ batch: Batch, number: UInt64, _ fence: Fence) throws(ConnectionFailure) {
            try link.write(fence.enclose(batch.commands, number: number))
        }

        /// Waits for the answers to a batch.
        mutating func outcome(of batch: Batch) throws(ConnectionFailure) -> BatchOutcome {
            var outcome = BatchOutcome(of: batch)
            for _ in 0..<outcome.answerCount { try link.reply().read { outcome.add($0) } }
            if !outcome.watches { watched = nil }
            return outcome
        }
    }
#endif
