#if Relay

    /// A connection to a group, with the commands of a consumer.
    ///
    /// **Mutable state:** It belongs to the thread of the ``ConsumerThread``.
    struct GroupLink {

        let link: any Link
        let settings: ConsumerSettings

        /// The name of the consumer in the group.
        let consumer: String

        private var group: [String] { [settings.stream, settings.group] }
        private var lease: String { String(settings.lease.milliseconds) }

        // MARK: - Ask

        /// Sends commands. Read the answers in the same order.
        func send(_ commands: [[String]]) throws(ConnectionFailure) {
            var bytes: [UInt8] = []
            for words in commands { bytes.append(command: words) }
            if !bytes.isEmpty { try link.write(bytes) }
        }

        /// Reads the next answer. Throws if it's an error.
        func answer<Result>(
            after pause: Duration = .zero, limit: AnswerLimit = .none,
            _ read: (ReplyView) throws(ConnectionFailure) -> Result
        ) throws(ConnectionFailure) -> Result {
            try link.reply(after: pause, limit: limit).read { answer throws(ConnectionFailure) in
                if let error = answer.error { throw .lost(Self.remedy(for: Refusal(error))) }
                return try read(answer)
            }
        }

        private func ask<Result>(
            _ words: [String], _ read: (ReplyView) throws(ConnectionFailure) -> Result
        ) throws(ConnectionFailure) -> Result {
            try send([words])
            return try answer(read)
        }

        /// The reason for a refusal, with the remedy.
        static func remedy(for refusal: Refusal) -> String {
            if refusal.reason.contains("NOPERM") {
                return """
                    \(refusal.reason) (to consume, the user needs XGROUP, XREADGROUP, XACK, XAUTOCLAIM, XCLAIM, \
                    XPENDING and XINFO on the streams, XADD and XLEN on the streams of dead letters, SET, INCRBY and \
                    WATCH on keys relay:*, MULTI, and EXEC)
                    """
            }
            if refusal.reason.hasPrefix("ERR unknown command") {
                return "\(refusal.reason) (to consume, the server must be Redis 6.2 or later, or Valkey)"
            }
            return refusal.reason
        }

        /// `true` for the errors by which a server says that the group doesn't exist.
        ///
        /// A server that becomes a replica also ends reads by `UNBLOCKED`, with another text.
        static func isGroupMissing(_ failure: ConnectionFailure) -> Bool {
            guard case .lost(let reason) = failure else { return false }
            return Refusal(reason).code == "NOGROUP" || reason.hasPrefix("UNBLOCKED the stream key no longer exists")
        }

        // MARK: - The group

        /// Fails if the server can't claim messages, or the user may not. Claims nothing.
        func probe() throws(ConnectionFailure) {
            do throws(ConnectionFailure) {
                _ = try ask(
                    ["XAUTOCLAIM"] + group + [
                        consumer, "\(Int64.max / 2)", RelayID.max.description, "COUNT", "1", "JUSTID",
                    ]
                ) { _ in }
            } catch {
                if !Self.isGroupMissing(error) { throw error }
            }
        }

        /// Creates the group unless it exists.
        ///
        /// - Returns: `true` if it didn't exist.
        func create(at start: RelayStart) throws(ConnectionFailure) -> Bool {
            let position =
                switch start {
                case .now: "$"
                case .start: "0"
                case .after(let id): id.description
                }
            try send([["XGROUP", "CREATE"] + group + [position, "MKSTREAM"]])
            return try link.reply().read { answer throws(ConnectionFailure) in
                guard let error = answer.error else { return true }
                if Refusal(error).code == "BUSYGROUP" { return false }
                throw .lost(Self.remedy(for: Refusal(error)))
            }
        }

        /// Deletes the consumer, which must not have pending messages: these would be lost.
        func delete(_ consumer: String) throws(ConnectionFailure) {
            try ask(["XGROUP", "DELCONSUMER"] + group + [consumer]) { _ in }
        }

        /// The consumers with their numbers of pending messages, and idle times in milliseconds.
        func consumers() throws(ConnectionFailure) -> [(name: String, pendingCount: Int64, idle: Int64)] {
            try ask(["XINFO", "CONSUMERS"] + group) { answer throws(ConnectionFailure) in
                var consumers: [(name: String, pendingCount: Int64, idle: Int64)] = []
                for index in 0..<answer.count {
                    let fields = answer[index]
                    guard fields.count >= 6, let name = fields[1].bytes, let count = fields[3].integer,
                        let idle = fields[5].integer
                    else { throw .unexpected }
                    consumers.append((String(decoding: name, as: UTF8.self), count, idle))
                }
                return consumers
            }
        }

        // MARK: - Get messages

        /// The command that delivers new messages to the consumer.
        func readCommand(count: Int, block: Duration) -> [String] {
            let wait = block > .zero ? ["BLOCK", String(max(1, block.milliseconds))] : []
            return ["XREADGROUP", "GROUP", settings.group, consumer, "COUNT", String(count)] + wait
                + ["STREAMS", settings.stream, ">"]
        }

        /// Reads the answer to ``readCommand(count:block:)``, and passes each entry on.
        func readEntries(
            after block: Duration, _ read: (RelayID, ReplyView) throws(ConnectionFailure) -> Void
        ) throws(ConnectionFailure) {
            try answer(after: block, limit: .fail(above: Reply.bytesAtOnce)) { answer throws(ConnectionFailure) in
                if answer.isNil { return }
                guard answer.count == 1, answer[0].count == 2 else { throw .unexpected }
                let list = answer[0][1]
                for index in 0..<list.count {
                    let (id, fields) = try list[index].entry
                    try read(id, fields)
                }
            }
        }

        /// Claims messages whose lease is over, and counts another attempt of each.
        ///
        /// - Returns: The position of the next search, or `nil` at the end, whether messages were
        ///   found, and the ids of those that were deleted from the stream.
        func claim(from position: RelayID, count: Int) throws(ConnectionFailure) -> (
            next: RelayID?, hasFound: Bool, deleted: [RelayID]
        ) {
            try send([
                ["XAUTOCLAIM"] + group + [consumer, lease, position.description, "COUNT", String(count)]
            ])
            return try answer(limit: .fail(above: Reply.bytesAtOnce)) { answer throws(ConnectionFailure) in
                guard answer.count >= 2, let next = answer[0].bytes.flatMap({ RelayID(ascii: $0) }) else {
                    throw .unexpected
                }
                let deleted = answer.count > 2 ? try Self.ids(answer[2]) : []
                return (next == .zero ? nil : next, answer[1].count > 0, deleted)
            }
        }

        /// The messages that are pending for the consumer, in stream order, with their attempts.
        func pending(count: Int) throws(ConnectionFailure) -> [(id: RelayID, attempt: Int)] {
            try ask(["XPENDING"] + group + ["-", "+", String(count), consumer]) { answer throws(ConnectionFailure) in
                var pending: [(id: RelayID, attempt: Int)] = []
                for index in 0..<answer.count {
                    let fields = answer[index]
                    guard fields.count == 4, let id = fields[0].bytes.flatMap({ RelayID(ascii: $0) }),
                        let count = fields[3].integer
                    else { throw .unexpected }
                    pending.append((id, max(1, Int(count))))
                }
                return pending
            }
        }

        /// The command that returns the entry of a pending message, and renews its lease.
        func takeCommand(_ id: RelayID, attempt: Int) -> [String] {
            ["XCLAIM"] + group + [consumer, "0", id.description, "RETRYCOUNT", String(attempt)]
        }

        /// Reads the answer to ``takeCommand(_:attempt:)``.
        ///
        /// - Returns: `nil` if the entry was deleted from the stream.
        func takeEntry<Result>(
            largest: Int, _ read: (ReplyView) throws(ConnectionFailure) -> Result
        ) throws(ConnectionFailure) -> Result? {
            try answer(limit: .passOver(above: largest + (1 << 16), idAt: 0)) {
                answer throws(ConnectionFailure) -> Result? in
                if answer.count == 0 || answer[0].isNil { return nil }
                let (_, fields) = try answer[0].entry
                return fields.isNil ? nil : try read(fields)
            }
        }

        // MARK: - Settle messages

        /// Renews the leases of messages.
        ///
        /// - Returns: The ids of those whose entries still exist.
        func renew(_ ids: [RelayID]) throws(ConnectionFailure) -> [RelayID] {
            if ids.isEmpty { return [] }
            return try ask(["XCLAIM"] + group + [consumer, "0"] + ids.map(\.description) + ["JUSTID"]) {
                answer throws(ConnectionFailure) in try Self.ids(answer)
            }
        }

        /// The command that acknowledges messages.
        func acknowledgeCommand(_ ids: [RelayID]) -> [String] { ["XACK"] + group + ids.map(\.description) }

        /// The command that returns a message to the group, where it can be claimed after the
        /// pause.
        func returnCommand(_ id: RelayID, attempts: Int, pause: Duration) -> [String] {
            let idle = max(.zero, settings.lease - pause).milliseconds
            return ["XCLAIM"] + group
                + [
                    ConsumerSettings.returned, "0", id.description, "IDLE", String(idle), "RETRYCOUNT",
                    String(attempts),
                    "JUSTID",
                ]
        }

        /// Reads the answer to a command for one message.
        ///
        /// - Returns: `false` if it isn't pending, or was deleted from the stream.
        func isPending() throws(ConnectionFailure) -> Bool {
            try answer { answer throws(ConnectionFailure) in answer.count > 0 }
        }

        private static func ids(_ list: ReplyView) throws(ConnectionFailure) -> [RelayID] {
            var ids: [RelayID] = []
            for index in 0..<list.count {
                guard let id = list[index].bytes.flatMap({ RelayID(ascii: $0) }) else { throw .unexpected }
                ids.append(id)
            }
            return ids
        }
    }
#endif
