#if Relay

    /// How long to wait in front of the next attempt to connect.
    struct Attempts {

        private let pauses: ClosedRange<Duration>
        private var latest: Duration?

        /// How many servers have named another one since the last success.
        private var redirections = 0

        /// How many of these there may be without a pause.
        private static let redirectionLimit = 5

        init(_ pauses: ClosedRange<Duration>) { self.pauses = pauses }

        /// The pause in front of the next attempt. It grows from one to the next, up to the limit, and is shortened at random by up to
        /// a half, so that those who lost their connections together don't come back together.
        mutating func nextPause() -> Duration {
            let pause = latest.map { min($0 * 2, pauses.upperBound) } ?? pauses.lowerBound
            latest = pause
            return pause * Double.random(in: 0.5...1)
        }

        /// Takes note that a server has named another one, and tells whether that is to be tried without a pause.
        mutating func mayFollow() -> Bool {
            redirections += 1
            return redirections <= Self.redirectionLimit
        }

        /// Forgets all attempts, since one was successful.
        mutating func succeed() { (latest, redirections) = (nil, 0) }
    }
#endif
