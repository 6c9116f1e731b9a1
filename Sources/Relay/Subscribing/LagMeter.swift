#if Relay

    /// Asks the server how far a subscription is behind the end of its stream, at most once a second.
    ///
    /// It belongs to the thread of the ``StreamReader``.
    struct LagMeter {

        var lag = StreamLag()

        private let stream: String

        /// `false` if the server is never asked.
        private let isOn: Bool
        private var latest: ContinuousClock.Instant?

        /// `true` if the server didn't tell when it was asked through the current connection.
        private var isRefused = false

        init(of stream: String, isOn: Bool) {
            self.stream = stream
            self.isOn = isOn
        }

        /// Asks again, through a new connection.
        mutating func beginToAsk() { (isRefused, lag.isTold, latest, isAsking) = (false, false, nil, false) }

        /// Asks if a second has passed since it was asked last, and returns whether the server has told.
        mutating func askIfDue(at position: RelayID?, _ link: any Link) throws(ConnectionFailure) -> Bool {
            guard let position, takeTurn() else { return false }
            return learn(try link.state(of: stream), at: position)
        }

        /// `true` if the answer to its request is to come.
        private var isAsking = false

        /// Appends its request if a second has passed since it was asked last.
        mutating func appendIfDue(to bytes: inout [UInt8]) {
            isAsking = takeTurn()
            if isAsking { bytes.appendStateRequest(of: stream) }
        }

        /// Waits for the answer if there was a request, and returns whether the server has told.
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

        /// `true` if it's to be asked on, as on a new connection, or while the subscription is behind.
        var isWanted: Bool { latest == nil || lag.isBehind }
    }
#endif
