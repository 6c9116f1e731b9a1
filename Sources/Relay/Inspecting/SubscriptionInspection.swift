#if Relay

    import SwiftObserver

    /// The state of a subscription at one moment. It prints as one line:
    ///
    /// ```
    /// orders: connected, at 1732487760000-3, 52311 delivered, 17 waiting, 2 missing, 4000 entries and 1.5 s behind
    /// ```
    ///
    /// ``position``, ``delivered``, ``entriesBehind`` and ``secondsBehind`` belong together:
    /// they're as of the last answer of the server that was delivered completely,
    /// ``secondsSinceAnswer`` ago. While a handler in place is running, they don't change.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`.
    public struct SubscriptionInspection: Sendable, Hashable, Codable {

        /// The stream.
        public let stream: String

        /// The connection of this subscription.
        public let connection: RelayConnection

        /// The number of times that the connection was lost and made again.
        public let reconnects: Int

        /// The id of the entry that was read last, or after which the subscription begins.
        ///
        /// It's `nil` until the server was found.
        public let position: RelayID?

        /// The number of messages that were sent to observers.
        public let delivered: Int

        /// The number of messages that wait for the slowest hopped observation or loop.
        public let waiting: Int

        /// The number of gaps that were reported.
        public let gaps: Int

        /// The number of messages that are missing in these gaps.
        public let missing: Int

        /// The number of messages that could not be decoded.
        public let undecodable: Int

        /// The number of entries that weren't messages of a relay.
        public let foreign: Int

        /// The number of entries of the stream that are still to be read, as of the last question.
        ///
        /// If an answer contains all entries that the server has, it's 0. Otherwise, the
        /// subscription asks with `XINFO STREAM`, at most once a second, and also while it has no
        /// room or no observer. Entries that were trimmed or deleted before they were read may
        /// count until the next question.
        ///
        /// It's `nil` on servers before Redis 7, and if the user may not call `XINFO`. It's also
        /// `nil` until the subscription has read up to an end that the server has reported. It may
        /// be `nil` if the stream's first and last entry have more than a megabyte together. A
        /// subscription that asks alone drops such an answer.
        public let entriesBehind: Int?

        /// The seconds between the position and the last entry, by the server's clock.
        ///
        /// It compares ids that the server has given, as of the same question as ``entriesBehind``.
        /// Entries that were trimmed don't count. While no entries are added, it doesn't grow. It's
        /// `nil` if the server doesn't report the last entry.
        public let secondsBehind: Double?

        /// The seconds since the last answer of the server that was delivered completely.
        ///
        /// It's `nil` if there was none. An idle subscription gets an answer every two seconds. If
        /// this grows, the server is silent, or a handler in place is running.
        public let secondsSinceAnswer: Double?
    }

    extension SubscriptionInspection: CustomStringConvertible {

        /// The state in one line.
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
