#if Relay

    /// A message that is added to the stream of dead letters.
    ///
    /// The entry begins with the fields of the original one. If that's a message, the dead letter
    /// is one, too: it has the same bytes and format, and the consumer as its publisher. The
    /// original envelope is in the field `envelope`.
    struct DeadLetter {

        let id: RelayID
        let attempts: Int
        let reason: String

        /// The length in characters up to which a reason is kept.
        private static let longestReason = 1000

        init(_ id: RelayID, attempts: Int, reason: String) {
            self.id = id
            self.attempts = attempts
            self.reason = String(reason.prefix(Self.longestReason))
        }

        /// The command that adds the dead letter.
        ///
        /// - Parameters:
        ///   - fields: The fields of the original entry, or `nil` if it's too large to be copied.
        ///   - number: The number of the dead letter among those of its publisher.
        /// - Returns: The command, and whether the dead letter is a message.
        func command(
            _ fields: ReplyView?, _ settings: ConsumerSettings, by publisher: RelayPublisher, number: UInt64
        ) -> (bytes: [UInt8], isMessage: Bool) {
            var words = (0..<(fields?.count ?? 0)).map { fields?[$0].bytes.map { [UInt8]($0) } ?? [] }
            var isMessage = false
            var notes = [
                ("stream", settings.stream), ("id", "\(id)"), ("group", settings.group), ("attempts", "\(attempts)"),
                ("reason", reason),
            ]
            if let fields, case .message(let head, _) = StreamEntry(fields) {
                isMessage = true
                notes.append(("envelope", String(decoding: words[1], as: UTF8.self)))
                words[1] = Array("\(envelopeStart(of: publisher))\(number) ".utf8) + head.format
            }
            var command: [UInt8] = []
            command.appendCount(of: 3 + words.count + 2 * notes.count)
            for word in ["XADD", settings.deadLetters, "*"] { command.append(word: word) }
            for word in words { command.append(word: word) }
            for (name, value) in notes {
                command.append(word: name)
                command.append(word: value)
            }
            return (command, isMessage)
        }
    }
#endif
