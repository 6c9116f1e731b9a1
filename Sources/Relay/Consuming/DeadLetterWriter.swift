#if Relay

    /// Adds dead letters and acknowledges their messages, each in one transaction.
    ///
    /// The transaction is guarded by a ``Fence``: a request that a lost connection left in transit
    /// has no effect after the consumer has reconnected. The fence's number tells whether the
    /// request had an effect before.
    ///
    /// **Mutable state:** It belongs to the thread of the ``ConsumerThread``.
    struct DeadLetterWriter {

        private let settings: ConsumerSettings
        private let publisher: RelayPublisher
        private let largest: Int
        private let fence: Fence

        /// The number of the last transaction.
        private var transaction: UInt64 = 0

        /// The number of the last dead letter that's a message.
        private var messageNumber: UInt64 = 0

        /// The dead letter whose transaction was sent and not answered.
        private var inFlight: (letter: DeadLetter, isMessage: Bool)?

        init(_ settings: ConsumerSettings, _ publisher: RelayPublisher, largest: Int) {
            self.settings = settings
            self.publisher = publisher
            self.largest = largest
            fence = Fence(of: publisher, tag: settings.stream.hashTag)
        }

        /// The result of an attempt to add a dead letter.
        enum Result: Equatable {

            /// The dead letter is added, and its message is acknowledged.
            case added

            /// The message isn't pending, because its entry was deleted from the stream.
            case deleted

            /// The server doesn't add it at present. The message is pending.
            case refused(Refusal)

            /// The message was acknowledged, but the server has refused the dead letter.
            case dropped(reason: String)
        }

        /// Stops all transactions of earlier connections.
        ///
        /// - Returns: The dead letter whose transaction was executed although its answer was lost.
        mutating func takeOver(_ link: any Link) throws(ConnectionFailure) -> DeadLetter? {
            var fenced = FencedLink(link, fence)
            let outcome = try fenced.takeOver()
            if let refusal = outcome.refusal { throw .lost(GroupLink.remedy(for: refusal)) }
            guard let (letter, isMessage) = inFlight else { return nil }
            inFlight = nil
            guard outcome.number == transaction else { return nil }
            if isMessage { messageNumber += 1 }
            return letter
        }

        /// Fails if the user may not read the stream of dead letters, or its key is something else.
        func probe(_ link: GroupLink) throws(ConnectionFailure) {
            try link.send([probeCommand])
            try link.answer { _ in }
        }

        private var probeCommand: [String] { ["XLEN", settings.deadLetters] }

        /// Adds a dead letter, unless its message isn't pending.
        mutating func add(_ letter: DeadLetter, _ link: GroupLink) throws(ConnectionFailure) -> Result {
            // Nothing is rolled back if `XADD` fails in the transaction, so the type of the key is
            // checked first.
            try link.send([probeCommand])
            if let error = try link.link.reply().read({ $0.error }) { return try Self.refused(Refusal(error)) }
            guard let (bytes, isMessage) = try takeEntry(letter, link) else { return .deleted }
            while true {
                switch try execute(bytes, letter, isMessage: isMessage, link) {
                case .refused(let refusal): return try Self.refused(refusal)
                case let result?: return result
                case nil: break
                }
                // The key of the fence has expired.
                _ = try takeOver(link.link)
            }
        }

        /// The result of a refusal.
        ///
        /// Throws if another server has the stream, and may add the dead letter.
        private static func refused(_ refusal: Refusal) throws(ConnectionFailure) -> Result {
            if refusal.code == "MOVED" || refusal.isOfReplica || refusal.isOfLostNode { throw .lost(refusal.reason) }
            return .refused(refusal)
        }

        /// Reads the entry of the message, and makes a command from it.
        private func takeEntry(
            _ letter: DeadLetter, _ link: GroupLink
        ) throws(ConnectionFailure) -> (bytes: [UInt8], isMessage: Bool)? {
            try link.send([link.takeCommand(letter.id, attempt: letter.attempts)])
            do {
                return try link.takeEntry(largest: largest) { fields in
                    letter.command(fields, settings, by: publisher, number: messageNumber + 1)
                }
            } catch .passedOver {
                return letter.command(nil, settings, by: publisher, number: 0)
            }
        }

        /// Executes the transaction.
        ///
        /// Returns `nil` if it had no effect, because the key of the fence was modified.
        private mutating func execute(
            _ bytes: [UInt8], _ letter: DeadLetter, isMessage: Bool, _ link: GroupLink
        ) throws(ConnectionFailure) -> Result? {
            var commands = bytes
            commands.append(command: link.acknowledgeCommand([letter.id]))
            transaction += 1
            inFlight = (letter, isMessage)
            try link.link.write(fence.enclose(commands, number: transaction))
            var refusal: Refusal?
            // MULTI, XADD, XACK and SET are queued.
            for _ in 0..<4 {
                let error = try link.link.reply().read { $0.error }
                if refusal == nil { refusal = error.map { Refusal($0) } }
            }
            let result = try link.link.reply().read { answer in Self.result(answer, refusal) }
            try link.answer { _ in }
            inFlight = nil
            if result == .added, isMessage { messageNumber += 1 }
            return result
        }

        private static func result(_ answer: ReplyView, _ refusal: Refusal?) -> Result? {
            if let refusal { return .refused(refusal) }
            if answer.isNil { return nil }
            if let error = answer.error { return .refused(Refusal(error)) }
            guard answer.count == 3 else { return .refused(Refusal("ERR unexpected reply to a transaction")) }
            return answer[0].error.map { .dropped(reason: $0) } ?? .added
        }
    }
#endif
