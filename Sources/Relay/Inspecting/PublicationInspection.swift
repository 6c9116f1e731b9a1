#if Relay

    import SwiftObserver

    /// What is known of a publication at one moment. It prints as one line:
    ///
    /// ```
    /// orders: publishing, 17 waiting, 1000 on the way, 52311 confirmed, 0 dropped, 0 unpublishable, 0 refused, 1000 resent
    /// ```
    ///
    /// As long as it publishes, the sum of all counts but ``resent`` is the number of messages sent to it. The counts are exact
    /// when nothing moves. Meanwhile, a message may count twice, or not at all while it's being encoded.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`.
    public struct PublicationInspection: Sendable, Hashable, Codable {

        /// Whether more is published.
        public enum State: String, Sendable, Hashable, Codable {

            /// Messages of the observable are published.
            case publishing

            /// Too many messages waited, see ``RelayProblem/cutOff(stream:count:)``. What waits is still published. What is sent later
            /// is neither published nor counted. ``RelayRemainder/cutOffStreams`` remembers that.
            case cutOff

            /// ``Publication/stop()`` was called.
            case stopped

            /// The observable has died or the relay was closed, and nothing more is taken from it.
            case over
        }

        /// The stream.
        public let stream: String

        /// Whether more is published.
        public let state: State

        /// How many messages wait, as ``Publication/backlog`` says.
        public let waiting: Int

        /// How many messages are encoded, and not confirmed by the server.
        public let onTheWay: Int

        /// How many messages the server has confirmed.
        public let confirmed: Int

        /// How many messages had no room, also those of which ``Relay/Relay/problems`` has yet to tell.
        ///
        /// Of a ``SharedVar``, only the latest value waits, so there it's 0.
        public let dropped: Int

        /// How many messages could not be encoded, or were too large.
        public let unpublishable: Int

        /// How many messages the server has rejected for good.
        public let refused: Int

        /// How many times a message was sent to the server again, since the connection was lost or the server rejected it.
        public let resent: Int
    }

    extension PublicationInspection: CustomStringConvertible {

        /// All of it in one line.
        public var description: String {
            "\(stream): \(stateText), \(zip(numbers, Self.nouns).map { "\($0) \($1)" }.joined(separator: ", "))"
                .inOneLine
        }

        private var stateText: String { state == .cutOff ? "cut off" : state.rawValue }
        private var numbers: [Int] { [waiting, onTheWay, confirmed, dropped, unpublishable, refused, resent] }
        private static let nouns = [
            "waiting", "on the way", "confirmed", "dropped", "unpublishable", "refused", "resent",
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
