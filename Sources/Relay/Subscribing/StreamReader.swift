#if Relay

    import Locked
    import SwiftObserver
    import Synchronization

    /// Reads a stream for a subscription, step by step.
    ///
    /// It asks the server, and then passes on the answer. The threads of a ``ReadingLoop`` perform
    /// the steps.
    ///
    /// **Mutable state:** It belongs to the thread that serves the subscription, except for state
    /// under a lock.
    final class StreamReader: @unchecked Sendable {

        let stream: String
        let start: RelayStart
        private let room: Int
        let largestEntry: Int
        let client: any StreamClient
        let problems: ProblemLine

        private let stopped = Atomic(false)
        private let loop = Locked<ReadingLoop?>(nil)

        /// Fires when no more messages are passed on.
        let hasEnded = Event()

        /// The id of the entry that was read last, once the beginning is known.
        var position: RelayID?

        /// The next question.
        var question = ReaderQuestion.ends

        var entries: EntryReader
        private var attempts: Attempts
        private var isDisconnected = false

        /// Measures how far it lags behind the end of the stream.
        var meter: LagMeter

        /// The progress, for other threads.
        let progress = Locked(ReadingProgress())

        /// The number of entries to read at once, which balances memory and the number of answers.
        var countAtOnce = 16

        /// The highest number of entries in an answer.
        ///
        /// It's halved after a too large answer, since that costs all subscriptions the connection.
        var largestCount = 1000

        static let bytesAtOnce = 1 << 20

        /// The number of looks for the first observer.
        private var lookCount = 0

        init(
            _ server: RelayServer, _ stream: String, from start: RelayStart, room: Int, countsMessages: Bool = true,
            asksForEnd: Bool = false, client: any StreamClient, _ problems: ProblemLine
        ) {
            let problems = ProblemLine(ofSubscription: stream, in: problems)
            self.stream = stream
            self.start = start
            self.room = room
            self.largestEntry = server.largestEntry
            self.client = client
            self.problems = problems
            entries = EntryReader(stream, countsMessages: countsMessages, client, problems)
            meter = LagMeter(of: stream, isOn: asksForEnd)
            attempts = Attempts(server.pauses)
        }

        // MARK: - On any thread

        /// The loop that serves it, after the beginning and before the end.
        var servingLoop: ReadingLoop? { loop.withLock { $0 } }

        /// Sets the loop that serves it.
        func setLoop(_ loop: ReadingLoop) { self.loop.withLock { $0 = loop } }

        /// Ends the subscription after the message that's being passed on.
        func stop() {
            stopped.store(true, ordering: .releasing)
            servingLoop?.leave(self)
        }

        /// This pairs with `stop`, and orders nothing else.
        var isStopped: Bool { stopped.load(ordering: .acquiring) }

        /// Requests a look for room soon, for example when an observer was added.
        func expectLook() { servingLoop?.look(self) }

        /// Returns the state of the subscription.
        func inspect() -> SubscriptionInspection {
            var progress = progress.withLock { $0 }
            if progress.isIdle, let answer = servingLoop?.latestAnswer { progress.noteAnswer(at: answer) }
            return SubscriptionInspection(
                stream, progress, problems.counts, waiting: client.backlog, isStopped: isStopped)
        }

        /// Publishes the progress of the subscription to other threads.
        ///
        /// - Parameter isIdle: Whether the server would signal a change, if that's known now.
        func noteProgress(isIdle: Bool? = nil) {
            progress.withLock { [position, entries, meter] progress in
                progress.note(position, delivered: entries.deliveredCount, meter.lag)
                if let isIdle { progress.isIdle = isIdle }
            }
        }

        // MARK: - Pass on, without the lead

        /// Passes on an answer, and returns the next need.
        func take(_ answer: consuming ReaderAnswer) -> ReaderWish {
            do {
                let wish = try process(answer)
                succeed()
                // Only reading needs room.
                guard case .entries = question else {
                    noteProgress()
                    return wish
                }
                noteProgress(isIdle: wish == .change)
                return look(or: wish)
            } catch {
                return reject(error.reason)
            }
        }

        /// Checks whether there's room.
        ///
        /// - Parameter wish: The next need if there's room.
        func look(or wish: ReaderWish = .ask) -> ReaderWish {
            if isStopped { return wish }
            switch client.room(below: room, whenFree: { [weak self] in self?.expectLook() }) {
            case .free: return wish
            case .unobserved: return .room(lookAfter: nil)
            // If no task gets a thread, the closure is never called.
            case .taken: return .room(lookAfter: .seconds(1))
            case .expected:
                lookCount += 1
                return .room(lookAfter: .milliseconds(lookCount < 500 ? 1 : lookCount < 1000 ? 20 : 200))
            }
        }

        /// Notes that the connection is lost.
        func lose(_ reason: String) -> ReaderWish {
            if !isDisconnected, !isStopped {
                problems.tell(.disconnected(.subscription(stream: stream), reason: reason))
            }
            isDisconnected = true
            return .ask
        }

        /// Notes that the server has rejected the question, and pauses.
        func reject(_ reason: String) -> ReaderWish {
            question = .ends
            _ = lose(reason)
            return .pause(attempts.nextPause())
        }

        private func succeed() {
            attempts.succeed()
            if isDisconnected { problems.tell(.reconnected(.subscription(stream: stream))) }
            isDisconnected = false
        }

        /// Ends the subscription.
        func end() {
            client.end()
            loop.withLock { $0 = nil }
            hasEnded.fire()
        }
    }
#endif
