#if Relay

    /// Decides when a consumer looks for messages whose lease is over.
    ///
    /// It looks at intervals, and when a message is due that it has returned itself. After each
    /// look, it reads new messages first.
    struct ClaimSchedule {

        private let interval: Duration

        /// The position of the next look among the pending messages.
        private(set) var position = RelayID.zero

        /// The instants at which returned messages are due.
        private var expected: [ContinuousClock.Instant] = []

        private var regular = ContinuousClock.now
        private var hasRead = true

        /// The highest number of instants that are kept.
        ///
        /// Messages beyond it wait for the next regular look.
        private static let longest = 1000

        init(interval: Duration) { self.interval = interval }

        /// The instant of the next look.
        var next: ContinuousClock.Instant { min(regular, expected.min() ?? regular) }

        /// `true` if it's time to look.
        func isDue(at now: ContinuousClock.Instant) -> Bool { hasRead && next <= now }

        /// Adds the instant at which a returned message is due.
        mutating func expect(at instant: ContinuousClock.Instant) {
            if expected.count < Self.longest { expected.append(instant) }
        }

        /// Ends a look.
        ///
        /// - Parameter position: The position at which it ended, or `nil` at the end.
        mutating func claimed(upTo position: RelayID?, at now: ContinuousClock.Instant) {
            self.position = position ?? .zero
            hasRead = false
            if position != nil { return regular = now }
            expected.removeAll { $0 <= now }
            regular = now + interval
        }

        /// Notes that the consumer has asked for new messages.
        mutating func read() { hasRead = true }

        /// `true` for a consumer that has died long ago and has no messages.
        static func isDead(_ consumer: (name: String, pendingCount: Int64, idle: Int64)) -> Bool {
            var name = consumer.name
            let isConsumer = name.withUTF8 { RelayPublisher(hexadecimal: UnsafeRawBufferPointer($0)) != nil }
            return isConsumer && consumer.pendingCount == 0 && consumer.idle > 86_400_000
        }
    }
#endif
