#if Relay

    /// The problems of a connection so far, and since when it's disconnected.
    struct ProblemCounts {

        private(set) var disconnection: ContinuousClock.Instant?
        private(set) var reconnects = 0
        private(set) var gaps = 0
        private(set) var missing: UInt64 = 0
        private(set) var undecodable = 0
        private(set) var foreign = 0

        /// Counts a problem. Disconnections of other uses don't count.
        mutating func add(_ problem: RelayProblem, of use: RelayProblem.Use, at now: ContinuousClock.Instant = .now) {
            switch problem {
            case .disconnected(use, _): disconnection = now
            case .reconnected(use):
                disconnection = nil
                reconnects += 1
            case .gap(_, _, let count):
                gaps += 1
                missing += count
            case .undecodable: undecodable += 1
            case .foreign: foreign += 1
            default: break
            }
        }
    }
#endif
