#if Relay

    import SwiftObserver

    /// The messages that a stream keeps.
    ///
    /// ```swift
    /// relay.publish(prices, to: "prices", keeping: 1_000_000)
    /// relay.publish(alarms, to: "alarms", keeping: .for(.seconds(86_400)))
    /// ```
    ///
    /// It applies to the whole stream, also to messages of other publishers. The server drops old
    /// messages when a new one is added, and drops whole blocks of them. So a stream keeps somewhat
    /// more.
    ///
    /// It's `Sendable` and `Hashable`. An integer literal means ``latest(_:)``.
    public enum RelayRetention: Sendable, Hashable, ExpressibleByIntegerLiteral {

        /// At least this number of the latest messages, and usually up to 100 more.
        case latest(Int)

        /// At least the messages of a time span.
        ///
        /// The span ends with the latest message that the server has confirmed. The clock of the
        /// server measures it, by the ids of messages. Messages stay for up to a hundredth of the
        /// span longer, and until another message is published.
        ///
        /// **Server:** This needs Redis 6.2 or Valkey. With an older server, the relay publishes
        /// nothing, keeps all messages, and reports ``RelayProblem/blocked(reason:)``.
        ///
        /// **Clock:** If the server's clock is set forward, messages look older than they are, and
        /// are dropped too early. If it's set back, they stay longer.
        case `for`(Duration)

        /// All messages. The server's memory grows without bound.
        case all

        /// Keeps at least this number of the latest messages.
        public init(integerLiteral count: Int) { self = .latest(count) }

        /// Stops the program if the value makes no sense.
        func check(_ file: StaticString, _ line: UInt) {
            switch self {
            case .latest(let count) where count < 1:
                fatalError(
                    "Relay: a stream can't keep \(count) messages. Pass at least 1, or keep all: `keeping: .all`.",
                    file: file, line: line)
            case .for(let duration) where duration < .milliseconds(1) || duration > .longest:
                fatalError(
                    "Relay: a stream can't keep messages for \(duration). Pass a millisecond to a century, as in `keeping: .for(.seconds(3600))`, or keep all: `keeping: .all`.",
                    file: file, line: line)
            case .latest, .for, .all: break
            }
        }
    }
#endif
