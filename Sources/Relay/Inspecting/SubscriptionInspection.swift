#if Relay

    import SwiftObserver

    /// What is known of a subscription at one moment. It prints as one line:
    ///
    /// ```
    /// orders: connected, at 1732487760000-3, 52311 delivered, 17 waiting, 2 missing, 4000 entries and 1.5 s behind
    /// ```
    ///
    /// ``position``, ``delivered``, ``entriesBehind`` and ``secondsBehind`` belong together: they're as of the last answer of the
    /// server that was delivered completely, ``secondsSinceAnswer`` ago. While a handler in place is running, they don't change.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`.
    public struct SubscriptionInspection: Sendable, Hashable, Codable {

        /// The stream.
        public let stream: String

        /// The connection of this subscription.
        public let connection: RelayConnection

        /// How many times the connection was lost and made again.
        public let reconnects: Int

        /// The id of the entry that was read last, or after which the subscription begins. `nil` until the server was found.
        public let position: RelayID?

        /// How many messages were sent to observers.
        public let delivered: Int

        /// How many messages wait for the slowest observer in a hop or a loop.
        public let waiting: Int

        /// How many gaps were reported.
        public let gaps: Int

        /// How many messages are missing in these gaps.
        public let missing: Int

        /// How many messages could not be decoded.
        public let undecodable: Int

        /// How many entries were no messages of a relay.
        public let foreign: Int

        /// How many entries of the stream are still to be read, of those that were there when the server was asked last.
        ///
        /// If an answer contains all that the server has, it's 0. Otherwise, the subscription asks with `XINFO STREAM`, at most
        /// once a second, and also while it has no room or no observer. Entries that were trimmed or deleted before they were
        /// read may count until the next question.
        ///
        /// It's `nil` if that isn't known: if the user may not call `XINFO`, on servers before Redis 7, and until the subscription
        /// has read up to an end that the server told. It may also be `nil` if the stream's first and last entry have more than a
        /// megabyte together, since a subscription that asks alone throws such an answer away.
        public let entriesBehind: Int?

        /// The time between the position and the last entry of the stream, in seconds of the server's clock.
        ///
        /// It compares ids that the server has given, as of the same question as ``entriesBehind``. Entries that were
        /// trimmed don't count. If nobody adds entries, it doesn't grow. It's `nil` if the server doesn't tell the last entry.
        public let secondsBehind: Double?

        /// How many seconds ago the last answer of the server was delivered completely. `nil` if there was none.
        ///
        /// An idle subscription gets one every two seconds. If this grows, the server is silent, or a handler in place is running.
        public let secondsSinceAnswer: Double?
    }

    extension SubscriptionInspection: CustomStringConvertible {

        /// All of it in one line.
        public var description: String {
            var parts = ["\(stream): \(connection)"]
            if let position { parts.append("at \(position)") }
            parts += ["\(delivered) delivered", "\(waiting) waiting", "\(missing) missing"]
            if undecodable > 0 { parts.append("\(undecodable) undecodable") }
            if foreign > 0 { parts.append("\(foreign) foreign") }
            if reconnects > 0 { parts.append(reconnects.count("reconnect")) }
            parts.append("\(entriesText) entries and \(secondsText) s behind")
            return parts.joined(separator: ", ").inOneLine
        }

        private var entriesText: String { entriesBehind.map { "\($0)" } ?? "?" }
        private var secondsText: String { secondsBehind.map { "\($0)" } ?? "?" }

        static let titles = [
            "stream", "connection", "position", "delivered", "waiting", "missing", "undecodable", "foreign",
            "reconnects",
            "entries behind", "seconds behind",
        ]

        var row: [String] {
            [
                stream, "\(connection)", position.map { "\($0)" } ?? "", "\(delivered)", "\(waiting)", "\(missing)",
                "\(undecodable)", "\(foreign)", "\(reconnects)", entriesText, secondsText,
            ]
        }
    }

    extension SubscriptionInspection {

        init(_ stream: String, _ progress: ReadingProgress, _ counts: ProblemCounts, waiting: Int, isStopped: Bool) {
            self.init(
                stream: stream,
                connection: RelayConnection(counts, wasUsed: progress.position != nil, isClosed: isStopped),
                reconnects: counts.reconnects, position: progress.position, delivered: progress.delivered,
                waiting: waiting, gaps: counts.gaps, missing: Int(clamping: counts.missing),
                undecodable: counts.undecodable, foreign: counts.foreign,
                entriesBehind: progress.entriesBehind.map { Int(clamping: $0) },
                secondsBehind: progress.millisecondsBehind.map { Double($0) / 1000 },
                secondsSinceAnswer: progress.latestAnswer?.secondsUntilNow)
        }
    }
#endif
