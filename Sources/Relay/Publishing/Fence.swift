#if Relay

    /// The commands by which a new connection stops the batches of earlier connections.
    ///
    /// The server stores the number of the publisher's last batch under a key. Each batch is a
    /// transaction that sets this number, and each connection watches the key before it sends a
    /// batch. If the key was modified meanwhile, the server doesn't execute the transaction. A new
    /// connection takes over: it modifies the key and reads the number. From then on, no batch of
    /// an earlier connection is executed, however late it arrives, and the number tells whether the
    /// last one was executed before.
    ///
    /// This is exact because a publisher has one batch in flight, and sends it only after the
    /// server has confirmed that the connection watches the key. `Stress/Models/Fencing.pml` checks
    /// it.
    struct Fence: Equatable {

        /// The key on the server.
        let key: String

        /// In a cluster, the hash tag of all streams in the batches.
        let tag: Substring?

        /// - Parameter tag: In a cluster, the hash tag of all streams in the batches.
        init(of publisher: RelayPublisher, tag: Substring?) {
            key = "relay:\(publisher)" + (tag.map { ":\($0.braced)" } ?? "")
            self.tag = tag
        }

        /// The time in seconds after which the server forgets a silent publisher: a week.
        ///
        /// The expiry modifies the key, so the server rejects the next batch once.
        private static let lifetime = "604800"

        /// Modifies the key, reads the number, and watches the key.
        var takeover: [UInt8] {
            var commands: [UInt8] = []
            commands.append(command: "MULTI")
            commands.append(command: "SET", key, "0", "EX", Self.lifetime, "NX")
            commands.append(command: "INCRBY", key, "0")
            commands.append(command: "EXEC")
            commands.append(command: "WATCH", key)
            return commands
        }

        /// The reason for a rejected takeover, with the permissions that a user needs.
        func remedy(for refusal: Refusal) -> String {
            "\(refusal.reason) (to publish, the user needs XADD on the streams, SET, INCRBY and WATCH on keys relay:*, MULTI, and EXEC)"
        }

        /// The number of answers to a takeover.
        static let takeoverAnswerCount = 5

        /// The commands of a transaction before and after those of a batch.
        func enclosure(number: UInt64) -> (start: [UInt8], end: [UInt8]) {
            var start: [UInt8] = [], end: [UInt8] = []
            start.append(command: "MULTI")
            end.append(command: "SET", key, String(number), "EX", Self.lifetime)
            end.append(command: "EXEC")
            end.append(command: "WATCH", key)
            return (start, end)
        }

        /// Returns the commands of a batch as a transaction.
        func enclose(_ commands: [UInt8], number: UInt64) -> [UInt8] {
            let (start, end) = enclosure(number: number)
            return start + commands + end
        }

        /// The number of answers to a batch in addition to those to its entries.
        static let batchAnswerCount = 4
    }

    /// The server's answers to a takeover.
    struct TakeoverOutcome {

        /// The number of the publisher's last batch, or 0.
        private(set) var number: UInt64 = 0

        /// The reason if the server rejects the takeover.
        private(set) var refusal: Refusal?

        /// `true` if an earlier connection has just modified a key that this one watched.
        ///
        /// Then this connection must ask again.
        private(set) var isFencedOff = false

        private var answers = 0

        /// Adds the next answer.
        ///
        /// The first error causes later ones. The answer to `WATCH` proves nothing, because it's
        /// `OK` even if the transaction failed.
        mutating func add(_ answer: ReplyView) {
            defer { answers += 1 }
            if let error = answer.error ?? (answers == 3 && answer.count == 2 ? answer[1].error : nil) {
                refusal = refusal ?? Refusal(error)
            } else if answers == 3 {
                isFencedOff = answer.isNil
                guard !isFencedOff, refusal == nil else { return }
                if answer.count == 2, let number = answer[1].integer.flatMap({ UInt64(exactly: $0) }) {
                    self.number = number
                } else {
                    refusal = Refusal("ERR the number of the last batch can't be read")
                }
            }
        }
    }
#endif
