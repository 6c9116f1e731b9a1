#if Relay

    /// Asks the server how far a subscription lags, at most once a second.
    ///
    /// **Mutable state:** It belongs to the thread of the ``StreamReader``.
    struct LagMeter {

        var lag = StreamLag()

        private let stream: String

        /// `false` if the server is never asked.
        private let isOn: Bool
        private var latest: ContinuousClock.Instant?

        /// `true` if the server has refused to answer through the current connection.
        private var isRefused = false

        init(of stream: String, isOn: Bool) {
            self.stream = stream
            self.isOn = isOn
        }

        /// Prepares for asking through a new connection.
        mutating func beginToAsk() { (isRefused, lag.isTold, latest, isAsking) = (false, false, nil, false) }

        /// Asks if a second has passed since the last question.
        ///
        /// Returns whether the server has answered.
        mutating func askIfDue(at position: RelayID?, _ link: any Link) throws(ConnectionFailure) -> Bool {
            guard let position, takeTurn() else { return false }
            return learn(try link.state(of: stream), at: position)
        }

        /// `true` if the answer to its request is pending.
        private var isAsking = false

        /// Appends its request if a second has passed since the last question.
        mutating func appendIfDue(to bytes: inout [UInt8]) {
            isAsking = takeTurn()
            if isAsking { bytes.appendStateRequest(of: stream) }
        }

        /// Waits for the answer if there was a request.
        ///
        /// Returns whether the server has answered.
        mutating func receive(
            at position: RelayID, _ link: any Link, limit: AnswerLimit
        ) throws(ConnectionFailure) -> Bool {
            if !isAsking { return false }
            isAsking = false
            return learn(try link.receiveState(limit: limit), at: position)
        }

        private mutating func takeTurn() -> Bool {
            let now = ContinuousClock.now
            guard isOn, !isRefused, latest.map({ $0.duration(to: now) >= .seconds(1) }) ?? true else { return false }
            latest = now
            return true
        }

        private mutating func learn(_ state: StreamState?, at position: RelayID) -> Bool {
            guard let state else {
                (isRefused, lag.isTold) = (true, false)
                return false
            }
            lag.learn(state, at: position)
            return true
        }

        /// `true` if it should ask: on a new connection, or while the subscription lags.
        var isWanted: Bool { latest == nil || lag.isBehind }
    }
#endif
