#if Relay

    /// One stream as this relay publishes it.
    ///
    /// `@unchecked Sendable` because what changes belongs to the thread of the `Outbox`.
    final class StreamWriter: @unchecked Sendable {

        let stream: String
        let format: String
        private let publisher: RelayPublisher

        /// How many messages the server shall keep at least, or `nil` for all.
        private let keeping: Int?

        /// The number of the latest message.
        private(set) var latest: UInt64 = 0

        /// The number of the latest message that the server has confirmed, or of which was told that it's lost or dropped.
        private var confirmed: UInt64 = 0

        /// The id of the first message.
        private var first: RelayID?

        /// Is told of each message that the server refuses for good.
        private let refuse: @Sendable (UInt64) -> Void

        init(
            stream: String, keeping: Int?, format: String, publisher: RelayPublisher,
            refuse: @escaping @Sendable (UInt64) -> Void
        ) {
            self.stream = stream
            self.keeping = keeping
            self.format = format
            self.publisher = publisher
            self.refuse = refuse
        }

        /// Passes over the numbers of messages that were dropped. So those who read the stream know that they're missing.
        func skip(_ count: Int) {
            latest += UInt64(count)
        }

        /// Adds the next message to a batch.
        func add(_ bytes: [UInt8], to batch: inout Batch) {
            latest += 1
            let number = latest
            batch.add(number, of: self) { commands in
                appendStart(to: &commands, fieldCount: 2)
                commands.append(word: "m")
                commands.append(word: "1 \(publisher) \(number) \(format)")
                commands.append(word: "d")
                commands.append(word: bytes)
            }
        }

        /// Adds what the server should have to a batch, if it should have anything.
        func addPosition(to batch: inout Batch) {
            guard confirmed > 0 else { return }
            batch.add(nil, of: self) { commands in
                appendStart(to: &commands, fieldCount: 1)
                commands.append(word: "p")
                commands.append(word: "1 \(publisher) \(confirmed) \(first?.description ?? "-")")
            }
        }

        private func appendStart(to commands: inout [UInt8], fieldCount: Int) {
            commands.appendCount(of: 3 + 2 * fieldCount + (keeping == nil ? 0 : 3))
            commands.append(word: "XADD")
            commands.append(word: stream)
            if let keeping {
                commands.append(word: "MAXLEN")
                commands.append(word: "~")
                commands.append(word: String(keeping))
            }
            commands.append(word: "*")
        }

        /// Takes note that a message is in the stream now.
        func confirm(_ number: UInt64, at id: RelayID?) {
            if first == nil { first = id }
            confirmed = number
        }

        /// Takes note that nothing is on its way. So what isn't confirmed was dropped, and those who read the stream are told by
        /// the next position.
        func confirmRest() { confirmed = latest }

        /// Takes note that a message was refused for good.
        func lose(_ number: UInt64) {
            confirmed = number
            refuse(number)
        }
    }
#endif
