#if Relay

    /// Fences off what was sent through earlier connections, and tells whether the server has taken it.
    ///
    /// Under a key of the publisher, the server keeps the number of the batch that it took last. Each batch is a transaction that sets this number, and each connection watches the key before it sends
    /// a batch. So the server refuses a batch if the key was touched in between. A new connection takes over: it touches the key, and reads the number. From then on, no batch of an earlier connection is
    /// taken, however late it arrives, and the number tells whether the last one was taken before.
    ///
    /// That's exact since the publisher has at most one batch on its way, and sends it only after the server has confirmed that the connection watches the key. `Stress/Models/Fencing.pml` models it.
    struct Fence: Equatable {

        /// The key on the server.
        let key: String

        /// - Parameter tag: In a cluster, what the names of streams have in common whose messages are in one transaction.
        init(of publisher: RelayPublisher, tag: Substring?) {
            key = tag.map { "relay:\(publisher):{\($0)}" } ?? "relay:\(publisher)"
        }

        /// For how long the server remembers the number of a publisher that's silent. If it forgets the number, it refuses the next batch once, and the publisher takes over again.
        private static let lifetime = "604800"

        /// Touches the key, reads the number, and watches the key.
        var takeover: [UInt8] {
            var commands: [UInt8] = []
            commands.append(command: "MULTI")
            commands.append(command: "SET", key, "0", "EX", Self.lifetime, "NX")
            commands.append(command: "INCRBY", key, "0")
            commands.append(command: "EXEC")
            commands.append(command: "WATCH", key)
            return commands
        }

        /// A refusal of the takeover, and what to do.
        func remedy(for refusal: Refusal) -> String {
            "\(refusal.reason) (to publish, a user needs XADD on its streams, SET, INCRBY and WATCH on keys relay:*, MULTI, and EXEC)"
        }

        /// How many answers a takeover has.
        static let takeoverAnswerCount = 5

        /// Makes commands a batch with a number.
        func enclose(_ commands: [UInt8], number: UInt64) -> [UInt8] {
            var batch: [UInt8] = []
            batch.reserveCapacity(commands.count + 192 + 2 * key.utf8.count)
            batch.append(command: "MULTI")
            batch += commands
            batch.append(command: "SET", key, String(number), "EX", Self.lifetime)
            batch.append(command: "EXEC")
            batch.append(command: "WATCH", key)
            return batch
        }

        /// How many answers a batch has besides those of its entries.
        static let batchAnswerCount = 4
    }

    /// What the server has answered to a takeover.
    struct TakeoverOutcome {

        /// The number of the batch that the server took last, or 0.
        private(set) var number: UInt64 = 0

        /// Why the server refuses the takeover.
        private(set) var refusal: Refusal?

        /// Whether the connection watched a key already, which an earlier connection has touched just now. Then it must ask again.
        private(set) var isFencedOff = false

        private var answers = 0

        /// Takes the next answer. The first error is the cause of later ones. That to `WATCH` says nothing, since it's sent also if the transaction fails.
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
