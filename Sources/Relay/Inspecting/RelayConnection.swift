#if Relay

    /// The state of a relay's connection to the server, for one use.
    ///
    /// It's `Sendable`, `Hashable` and `Codable`, and its description is a few words.
    public enum RelayConnection: Sendable, Hashable, Codable {

        /// No connection was needed yet, or the first one isn't confirmed.
        case idle

        /// The connection is there, as far as is known.
        ///
        /// A silent loss is noticed after ``RelayServer/patience``.
        case connected

        /// The connection was lost, or could not be made, this many seconds ago.
        case disconnected(seconds: Double)

        /// The relay was closed, or the subscription was stopped.
        case closed
    }

    extension RelayConnection: CustomStringConvertible {

        /// The state in words.
        public var description: String {
            switch self {
            case .idle: "not connected yet"
            case .connected: "connected"
            case .disconnected(let seconds): "disconnected for \((seconds * 10).rounded() / 10) s"
            case .closed: "closed"
            }
        }
    }

    extension RelayConnection {

        init(_ counts: ProblemCounts, wasUsed: Bool, isClosed: Bool) {
            self =
                if isClosed {
                    .closed
                } else if let disconnection = counts.disconnection {
                    .disconnected(seconds: disconnection.secondsUntilNow)
                } else {
                    wasUsed || counts.reconnects > 0 ? .connected : .idle
                }
        }
    }

    extension ContinuousClock.Instant {

        var secondsUntilNow: Double { duration(to: .now) / .seconds(1) }
    }
#endif
