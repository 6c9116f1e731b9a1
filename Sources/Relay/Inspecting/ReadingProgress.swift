#if Relay

    /// The progress of a subscription, as of the last answer that it has read completely.
    struct ReadingProgress {

        private(set) var position: RelayID?
        private(set) var delivered = 0
        private(set) var entriesBehind: UInt64?
        private(set) var millisecondsBehind: UInt64?
        private(set) var latestAnswer: ContinuousClock.Instant?

        mutating func note(
            _ position: RelayID?, delivered: Int, _ lag: StreamLag, at now: ContinuousClock.Instant = .now
        ) {
            self.position = position
            self.delivered = delivered
            entriesBehind = lag.entries
            millisecondsBehind = lag.milliseconds(at: position ?? .zero)
            latestAnswer = now
        }

        /// Notes a later answer that contains nothing new.
        mutating func noteAnswer(at time: ContinuousClock.Instant) {
            latestAnswer = max(latestAnswer ?? time, time)
        }

        /// `true` while the server would signal a change.
        ///
        /// Then its answers to other subscriptions imply that there's none.
        var isIdle = false
    }
#endif
