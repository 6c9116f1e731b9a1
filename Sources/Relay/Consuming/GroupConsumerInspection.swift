#if Relay

    import SwiftObserver

    /// The state of a consumer at one moment.
    ///
    /// ``GroupConsumer/inspect()`` creates it, and ``RelayInspection/consumers`` contains those of
    /// a relay. Counts begin with the consumer, and concern this consumer only.
    /// `redis-cli XPENDING orders packers` shows the pending messages of all consumers.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`, and its description is one line.
    public struct GroupConsumerInspection: Sendable, Hashable, Codable {

        /// The stream.
        public let stream: String

        /// The group.
        public let group: String

        /// The name of the consumer in the group.
        public let consumer: String

        /// `true` while the consumer is connected to the server.
        public let isConnected: Bool

        /// The number of handlers that run.
        public let running: Int

        /// The number of messages whose handlers have ended and that the server has not confirmed.
        public let unconfirmed: Int

        /// The number of handlers that have returned.
        public let handled: Int

        /// The number of handlers that have thrown an error.
        public let rejected: Int

        /// The number of messages that this consumer has added to the dead letters.
        public let deadLetters: Int

        /// The number of pending messages that were deleted from the stream.
        ///
        /// ``RelayProblem/deletedUnhandled(stream:group:count:)`` reports them.
        public let deleted: Int
    }

    extension GroupConsumerInspection: CustomStringConvertible {

        /// The state in one line.
        public var description: String {
            "\(consumer) of \(group) on \(stream): \(connectionText), \(zip(numbers, Self.nouns).map { "\($0) \($1)" }.joined(separator: ", "))"
                .inOneLine
        }

        private var connectionText: String { isConnected ? "connected" : "not connected" }
        private var numbers: [Int] { [running, unconfirmed, handled, rejected, deadLetters, deleted] }
        private static let nouns = ["running", "unconfirmed", "handled", "rejected", "dead letters", "deleted"]

        static let titles = ["stream", "group", "consumer", "connection"] + nouns
        var row: [String] { [stream, group, consumer, connectionText] + numbers.map { "\($0)" } }
    }
#endif
