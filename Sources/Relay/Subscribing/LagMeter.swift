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

        /// `true` if it has asked through the current connection.
        var hasAsked: Bool { latest != nil }

        /// Asks again, through a new connection.
        mutating func beginToAsk() { (isRefused, lag.isTold, latest) = (false, false, nil) }

        /// Asks if a second has passed since it was asked last, and returns whether the server has told.
        mutating func askIfDue(at position: RelayID?, _ link: any Link) throws(ConnectionFailure) -> Bool {
            guard isOn, !isRefused, let position else { return false }
            let now = ContinuousClock.now
            if let latest, latest.duration(to: now) < .seconds(1) { return false }
            latest = now
            guard let state = try link.state(of: stream) else {
                (isRefused, lag.isTold) = (true, false)
                return false
            }
            lag.learn(state, at: position)
            return true
        }
    }
#endif
