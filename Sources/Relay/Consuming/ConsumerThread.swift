#if Relay

    import Locked
    import SwiftObserver

    /// Fetches messages of a group on its own thread, runs their handlers, and settles them.
    ///
    /// Handlers run in tasks.
    ///
    /// **Mutable state:** Any thread can use the state under the lock. All other state belongs to
    /// the thread.
    final class ConsumerThread: @unchecked Sendable {

        let settings: ConsumerSettings
        let problems: ProblemLine
        let consumer = RelayPublisher.random()
        let begun = Promise<Void>()

        /// Fires when the thread has ended.
        let hasEnded = Event()

        private let network: any Network
        private let stopper = Stopper()
        private let shared: Locked<Shared>

        struct Shared {
            var assignments: Assignments
            var isStopping = false

            /// The instant at which running handlers are given up.
            var end: ContinuousClock.Instant?
            var isConnected = false
            var isOver = false
            var deadLetterCount = 0
            var deletedCount = 0

            /// The number of messages that were given up at the end.
            var unsettledCount = 0

            /// The number of messages that were given up, or are not settled yet.
            var allUnsettledCount: Int { unsettledCount + assignments.ids.count }

            /// `true` if no more handlers may begin.
            var isTimeUp: Bool { end.map { $0 <= .now } ?? false }
        }

        private var link: GroupLink?
        private var hand: ConsumerHand
        private var attempts: Attempts
        private var isDisconnected = false

        /// `true` if the group existed once.
        private var isGroupKnown = false

        /// `true` if the server has said that the group doesn't exist.
        private var isGroupLost = false

        init(
            _ network: any Network, _ settings: ConsumerSettings, _ handling: MessageHandling, _ problems: ProblemLine
        ) {
            self.network = network
            self.settings = settings
            self.problems = problems
            attempts = Attempts(network.pauses)
            shared = Locked(Shared(assignments: Assignments(atOnce: settings.atOnce, attempts: settings.attempts)))
            hand = ConsumerHand(settings, consumer, handling, largest: network.largestEntry)
        }

        /// Starts the thread, which keeps this alive until it has ended.
        func run() {
            startThread(named: "relay-\(settings.group)", stopper, network.pauses) { [self] in
                while !stopper.isStopped, step() {}
                end()
            } delay: { reason in
                isDisconnected = true
                problems.tell(.disconnected(use, reason: reason))
            }
        }

        private var use: RelayProblem.Use { .group(stream: settings.stream, group: settings.group) }

        func withShared<Result>(_ body: (inout Shared) -> Result) -> Result { shared.withLock { body(&$0) } }

        // MARK: - Called on any thread

        /// Begins no more handlers.
        ///
        /// The thread ends when the running handlers have ended, or at that instant.
        func stop(by end: ContinuousClock.Instant?) {
            withShared { shared in
                shared.isStopping = true
                if let end { shared.end = min(shared.end ?? end, end) }
            }
            stopper.pipe.signal()
        }

        /// Ends the thread without the server.
        func abandon() { stopper.stop() }

        /// Notes that a handler has ended.
        func finish(_ id: RelayID, in epoch: Int, error: String?) {
            withShared { $0.assignments.end(id, in: epoch, error: error) }
            stopper.pipe.signal()
        }

        var isOver: Bool { withShared { $0.isOver } }
        var unsettledCount: Int { withShared { $0.allUnsettledCount } }

        func inspect() -> GroupConsumerInspection {
            withShared { shared in
                GroupConsumerInspection(
                    stream: settings.stream, group: settings.group, consumer: "\(consumer)",
                    isConnected: shared.isConnected, running: shared.assignments.busyCount,
                    unconfirmed: shared.assignments.unconfirmedCount, handled: shared.assignments.handledCount,
                    rejected: shared.assignments.rejectedCount, deadLetters: shared.deadLetterCount,
                    deleted: shared.deletedCount)
            }
        }

        // MARK: - Steps

        /// Connects, or exchanges messages once. Returns `false` when the consumer has stopped.
        private func step() -> Bool {
            let (isStopping, isTimeUp, isIdle) = withShared { ($0.isStopping, $0.isTimeUp, $0.assignments.isIdle) }
            do throws(ConnectionFailure) {
                guard let link else {
                    if isTimeUp || isStopping && isIdle { return false }
                    try connect()
                    return true
                }
                let wait = try hand.exchange(link, self)
                if isStopping, isTimeUp || withShared({ $0.assignments.isIdle }) {
                    try hand.leave(link, self)
                    return false
                }
                if let wait { pause(for: wait) }
                return true
            } catch {
                return lose(error)
            }
        }

        /// Waits until a handler ends, the consumer is stopped, or time is up.
        private func pause(for duration: Duration) {
            let hasNews = withShared { shared in
                shared.assignments.hasFinished || shared.isTimeUp || shared.isStopping && shared.assignments.isIdle
            }
            if hasNews { return }
            let rest = withShared { $0.end }.map { ContinuousClock.now.duration(to: $0) }
            stopper.pipe.wait(atMost: max(.zero, min(duration, rest ?? duration)))
            stopper.pipe.drain()
        }

        private func connect() throws(ConnectionFailure) {
            let link = GroupLink(
                link: try network.connect(stopper), settings: settings, consumer: "\(consumer)")
            try link.probe()
            let isNew = try link.create(at: isGroupKnown ? .start : settings.start)
            if isGroupKnown, isNew || isGroupLost {
                withShared { $0.assignments.abandonAll() }
                problems.tell(.groupLost(stream: settings.stream, group: settings.group))
            }
            isGroupKnown = true
            isGroupLost = false
            try hand.begin(link, self)
            self.link = link
            withShared { $0.isConnected = true }
            if isDisconnected { problems.tell(.reconnected(use)) }
            isDisconnected = false
            attempts.succeed()
            begun.fulfill(())
        }

        /// Drops the connection, reports that once, and pauses.
        ///
        /// Returns `false` when the consumer has stopped.
        private func lose(_ failure: ConnectionFailure) -> Bool {
            link = nil
            hand.lose(failure)
            withShared { $0.isConnected = false }
            if stopper.isStopped || failure == .stopped { return false }
            if failure == .tooMuch { return true }
            if GroupLink.isGroupMissing(failure) {
                isGroupLost = true
            } else {
                let isElsewhere = network.follow(failure.reason), refusal = Refusal(failure.reason)
                // The stream was missing because it moves to another server.
                if refusal.isOfMove { isGroupLost = false }
                if isElsewhere, attempts.mayFollow() { return true }
                if !isDisconnected {
                    problems.tell(.disconnected(use, reason: isElsewhere ? refusal.reason : refusal.explanation))
                }
                isDisconnected = true
            }
            let rest = withShared { $0.end }.map { ContinuousClock.now.duration(to: $0) }
            let pause = attempts.nextPause()
            network.pause(for: max(.zero, min(pause, rest ?? pause)), stopper)
            return true
        }

        private func end() {
            link = nil
            hand.end(self)
            withShared { shared in
                shared.isConnected = false
                shared.isOver = true
            }
            _ = begun.close(within: .zero)
            hasEnded.fire()
        }
    }
#endif
