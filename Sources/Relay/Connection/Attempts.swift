#if Relay

    /// The pauses between attempts to connect.
    struct Attempts {

        private let pauses: ClosedRange<Duration>
        private var latest: Duration?

        /// The number of servers that have named another one since the last success.
        private var redirections = 0

        /// The number of redirections that need no pause.
        private static let redirectionLimit = 5

        init(_ pauses: ClosedRange<Duration>) { self.pauses = pauses }

        /// The pause before the next attempt.
        ///
        /// It grows from one attempt to the next, up to the limit. It's shortened at random by up
        /// to a half, so that clients that lost their connections together don't reconnect
        /// together.
        mutating func nextPause() -> Duration {
            let pause = latest.map { min($0 * 2, pauses.upperBound) } ?? pauses.lowerBound
            latest = pause
            return pause * Double.random(in: 0.5...1)
        }

        /// Counts a redirection, and returns whether to follow it without a pause.
        mutating func mayFollow() -> Bool {
            redirections += 1
            return redirections <= Self.redirectionLimit
        }

        /// Forgets all attempts, since one has succeeded.
        mutating func succeed() { (latest, redirections) = (nil, 0) }
    }
#endif
