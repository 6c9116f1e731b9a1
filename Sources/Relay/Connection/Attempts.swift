#if Relay

    /// How long to wait in front of the next attempt to connect.
    struct Attempts {

        private let pauses: ClosedRange<Duration>
        private var latest: Duration?

        init(_ pauses: ClosedRange<Duration>) { self.pauses = pauses }

        /// The pause in front of the next attempt. It grows from one to the next, up to the limit, and is shortened at random by up to
        /// a half, so that those who lost their connections together don't come back together.
        mutating func nextPause() -> Duration {
            let pause = latest.map { min($0 * 2, pauses.upperBound) } ?? pauses.lowerBound
            latest = pause
            return pause * Double.random(in: 0.5...1)
        }

        /// Forgets all attempts, since one was successful.
        mutating func succeed() { latest = nil }
    }
#endif
