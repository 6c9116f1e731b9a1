#if Relay

    import SwiftObserver

    /// The state of a publication at one moment. It prints as one line:
    ///
    /// ```
    /// orders: publishing, 17 waiting, 1000 in flight, 52311 confirmed, 0 dropped, 0 unpublishable, 0 refused, 1000 resent
    /// ```
    ///
    /// While it publishes, the sum of all counts except ``resent`` is the number of messages sent
    /// to it. The counts are exact when no messages move. Otherwise, a message may count twice, or
    /// not at all while it's being encoded.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`.
    public struct PublicationInspection: Sendable, Hashable, Codable {

        /// The state of a publication.
        public enum State: String, Sendable, Hashable, Codable {

            /// Messages of the observable are published.
            case publishing

            /// Too many messages waited, see ``RelayProblem/cutOff(stream:count:)``.
            ///
            /// Messages that wait are still published. Later ones are neither published nor
            /// counted. ``RelayRemainder/cutOffStreams`` remembers that.
            case cutOff

            /// ``Publication/stop()`` was called.
            case stopped

            /// The observable was deallocated or the relay was closed, and nothing more is taken
            /// from it.
            case over
        }

        /// The stream.
        public let stream: String

        /// The state.
        public let state: State

        /// The number of messages that wait, as in ``Publication/backlog``.
        public let waiting: Int

        /// The number of messages that are encoded, and not confirmed by the server.
        public let onTheWay: Int

        /// The number of messages that the server has confirmed.
        public let confirmed: Int

        /// The number of messages that had no room.
        ///
        /// It includes those that ``Relay/Relay/problems`` has yet to report. For a ``SharedVar``,
        /// it's 0, since only the latest value waits.
        public let dropped: Int

        /// The number of messages that could not be encoded, or were too large.
        public let unpublishable: Int

        /// The number of messages that the server has rejected for good.
        public let refused: Int

        /// The number of times that a message was resent to the server.
        ///
        /// Messages are resent if the connection was lost, or the server rejected them.
        public let resent: Int
    }

    extension PublicationInspection: CustomStringConvertible {

        /// The state in one line.
        public var description: String {
            "\(stream): \(stateText), \(zip(numbers, Self.nouns).map { "\($0) \($1)" }.joined(separator: ", "))"
                .inOneLine
        }

        private var stateText: String { state == .cutOff ? "cut off" : state.rawValue }
        private var numbers: [Int] { [waiting, onTheWay, confirmed, dropped, unpublishable, refused, resent] }
        private static let nouns = [
            "waiting", "in flight", "confirmed", "dropped", "unpublishable", "refused", "resent",
        ]

        static let titles = ["stream", "state"] + nouns
        var row: [String] { [stream, stateText] + numbers.map { "\($0)" } }
    }

    extension PublicationInspection {

        init(_ stream: String, _ state: State, waiting: Int, _ sums: MessageSums, dropped: Int) {
            self.init(
                stream: stream, state: state, waiting: waiting, onTheWay: sums.onTheWay, confirmed: sums.confirmed,
                dropped: max(dropped, sums.dropped), unpublishable: sums.unpublishable, refused: sums.refused,
                resent: sums.resent)
        }
    }
#endif
