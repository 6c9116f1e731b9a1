#if Relay

    /// A stream, as a publication writes to it.
    ///
    /// `@unchecked Sendable` because all mutable state belongs to the thread of the `Outbox`.
    final class StreamWriter: @unchecked Sendable {

        let stream: String
        let format: String
        private let publisher: RelayPublisher

        /// The messages that the server drops.
        private var trimming: TrimOption

        /// The sequence, shared with all writers of the stream.
        let sequence: StreamSequence

        /// The counts of this writer's messages.
        let counts: MessageCounts

        /// `true` if each message counts. `false` if only the latest one does, as for shared
        /// values.
        let tellsPositions: Bool

        /// Called for each message that has been added to the stream, or was refused for good.
        ///
        /// It gets the id of an added message.
        private let settle: @Sendable (UInt64, RelayID?) -> Void

        init(
            stream: String, keeping: RelayRetention, format: String, publisher: RelayPublisher,
            sequence: StreamSequence,
            tellsPositions: Bool = true, settle: @escaping @Sendable (UInt64, RelayID?) -> Void = { _, _ in }
        ) {
            self.stream = stream
            trimming = TrimOption(keeping)
            self.format = format
            self.publisher = publisher
            self.sequence = sequence
            counts = MessageCounts(in: sequence.counts)
            self.tellsPositions = tellsPositions
            self.settle = settle
        }

        /// `true` if the server must be able to compare ids, to drop messages by their age.
        var comparesIDs: Bool { trimming.comparesIDs }

        /// Skips the numbers of dropped messages, so that readers of the stream know they're
        /// missing.
        func skip(_ count: Int) {
            sequence.latest += UInt64(count)
        }

        /// Notes that the latest message never gets into the stream.
        func drop() {
            counts.giveUp()
            settle(sequence.latest, nil)
        }

        /// Counts a message as not published, since the relay ends. Call it on any thread.
        func leave() { counts.add() }

        /// Adds the next message to a batch, with fields for its headers.
        func add(_ bytes: [UInt8], _ headers: [HeaderField], to batch: inout Batch) {
            sequence.latest += 1
            counts.add()
            if trimming.update(to: sequence.latestID) { messageStart = startOfMessages }
            let number = sequence.latest, headEnd = tellsFirst(with: number) ? headEndWithFirst : headEnd
            batch.add(number, of: self) { commands in
                if headers.isEmpty {
                    commands += messageStart
                } else {
                    appendStart(to: &commands, headerCount: headers.count)
                }
                commands.append(line: headStart.count + number.digitCount + headEnd.count)
                commands += headStart
                commands.append(decimal: number)
                commands += headEnd
                commands += dataStart
                commands.append(word: bytes)
                for header in headers {
                    commands.append(word: header.name)
                    commands.append(word: header.text)
                }
            }
        }

        /// `true` if the message should contain the id of the publisher's first one.
        ///
        /// By that id, a subscription that has missed the first messages knows whether they were
        /// sent after it began. The first 16 messages contain it, and then each sixteenth.
        private func tellsFirst(with number: UInt64) -> Bool {
            tellsPositions && sequence.first != nil && (number <= 16 || number % 16 == 0)
        }

        /// Notes that all messages so far are confirmed, or lost.
        func confirmAll() { sequence.confirmed = sequence.latest }

        /// Notes that the server may have lost confirmed messages.
        func lose(addingPositionTo batch: inout Batch) {
            sequence.latestID = nil
            if tellsPositions { addPosition(to: &batch) } else { settle(sequence.confirmed, nil) }
        }

        /// Adds the number of confirmed messages to a batch. This entry trims no messages.
        func addPosition(to batch: inout Batch) {
            let confirmed = sequence.confirmed, first = sequence.first
            guard tellsPositions, confirmed > 0 else { return }
            batch.add(nil, of: self) { commands in
                appendStart(to: &commands, fieldCount: 1, [])
                commands.append(word: "p")
                commands.append(word: "\(envelopeStart(of: publisher))\(confirmed) \(first?.description ?? "-")")
            }
        }

        private func appendStart(to commands: inout [UInt8], fieldCount: Int, _ trimming: [String]) {
            commands.appendCount(of: 3 + 2 * fieldCount + trimming.count)
            commands.append(word: "XADD")
            commands.append(word: stream)
            for word in trimming { commands.append(word: word) }
            commands.append(word: "*")
        }

        // The common parts of all messages in their commands: up to the length of the head, around
        // the number, and up to the bytes.

        private lazy var messageStart = startOfMessages

        private var startOfMessages: [UInt8] {
            var commands: [UInt8] = []
            appendStart(to: &commands, headerCount: 0)
            return commands
        }

        private func appendStart(to commands: inout [UInt8], headerCount: Int) {
            appendStart(to: &commands, fieldCount: 2 + headerCount, trimming.words)
            commands.append(word: "m")
            commands.append(UInt8(ascii: "$"))
        }

        private lazy var headStart = [UInt8](envelopeStart(of: publisher).utf8)
        private lazy var headEnd = [UInt8](" \(format)".utf8)
        private var headEndWithFirst: [UInt8] { [UInt8](" \(format) \(sequence.first?.description ?? "-")".utf8) }

        private let dataStart: [UInt8] = {
            var commands = [UInt8]("\r\n".utf8)
            commands.append(word: "d")
            return commands
        }()

        /// Confirms a message that the server has added.
        func store(_ number: UInt64, at id: RelayID) {
            // If the server's clock was set back, only lower ids can be compared with later ones.
            if sequence.first.map({ id < $0 }) ?? true { sequence.first = id }
            sequence.latestID = id
            counts.confirm()
            conclude(number, at: id)
        }

        /// Confirms a message that the server has added, with an answer that was lost.
        ///
        /// So its id is unknown.
        ///
        /// - Parameter bound: An id that's not lower.
        func storeUnseen(_ number: UInt64, upTo bound: RelayID?) {
            // With this id, no subscription reports messages that it may have begun too late for.
            sequence.first = sequence.first ?? .zero
            counts.confirm()
            conclude(number, at: bound)
        }

        /// Gives up a message that the server rejects permanently.
        func refuse(_ number: UInt64) {
            counts.refuse()
            conclude(number, at: nil)
        }

        private func conclude(_ number: UInt64, at id: RelayID?) {
            sequence.confirmed = number
            settle(number, id)
        }
    }
#endif
