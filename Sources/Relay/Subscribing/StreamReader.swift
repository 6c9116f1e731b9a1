#if Relay

    import Locked
    import SwiftObserver
    import Synchronization

    /// Reads a stream for a subscription, step by step: it asks the server, and then passes on the answer. A ``ReadingLoop`` lets threads do that.
    ///
    /// **Mutable state:** All of it belongs to the thread that serves the subscription, but for what is behind a lock.
    final class StreamReader: @unchecked Sendable {

        let stream: String
        let start: RelayStart
        private let room: Int
        let largestEntry: Int
        let client: any StreamClient
        let problems: ProblemLine

        private let stopped = Atomic(false)
        private let loop = Locked<ReadingLoop?>(nil)

        /// Happens when nothing more is passed on.
        let hasEnded = Event()

        /// The id of the entry that was read last, once it's known where to begin.
        var position: RelayID?

        /// What to ask next.
        var question = ReaderQuestion.ends

        var entries: EntryReader
        private var attempts: Attempts
        private var isDisconnected = false

        /// Asks how far it's behind the end of the stream.
        var meter: LagMeter

        /// What other threads may know.
        let progress = Locked(ReadingProgress())

        /// How many entries are read at once, so that they need neither much memory nor many answers.
        var countAtOnce = 16

        /// How many entries an answer may have. It's halved when one was too large, since that costs all subscriptions the connection.
        var largestCount = 1000

        static let bytesAtOnce = 1 << 20

        /// How often it was looked for the first observer.
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

        /// The loop that serves it, if it has begun and not ended.
        var servingLoop: ReadingLoop? { loop.withLock { $0 } }

        /// Is told which loop serves it.
        func setLoop(_ loop: ReadingLoop) { self.loop.withLock { $0 = loop } }

        /// Lets the subscription end behind the message that's just passed on.
        func stop() {
            stopped.store(true, ordering: .releasing)
            servingLoop?.leave(self)
        }

        /// Pairs with `stop`, and orders nothing else.
        var isStopped: Bool { stopped.load(ordering: .acquiring) }

        /// Lets it be looked soon whether there's room, as when an observer has come.
        func expectLook() { servingLoop?.look(self) }

        /// Looks at the subscription.
        func inspect() -> SubscriptionInspection {
            var progress = progress.withLock { $0 }
            if progress.isIdle, let answer = servingLoop?.latestAnswer { progress.noteAnswer(at: answer) }
            return SubscriptionInspection(
                stream, progress, problems.counts, waiting: client.backlog, isStopped: isStopped)
        }

        /// Lets other threads know how far the subscription has got.
        ///
        /// - Parameter isIdle: Whether the server would tell of a change, if that's known now.
        func noteProgress(isIdle: Bool? = nil) {
            progress.withLock { [position, entries, meter] progress in
                progress.note(position, delivered: entries.deliveredCount, meter.lag)
                if let isIdle { progress.isIdle = isIdle }
            }
        }

        // MARK: - Pass on, without the lead

        /// Passes on an answer, and tells what comes next.
        func take(_ answer: consuming ReaderAnswer) -> ReaderWish {
            do {
                let wish = try process(answer)
                succeed()
                // Only what reads needs room.
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

        /// Looks whether there's room.
        ///
        /// - Parameter wish: What comes next if there's room.
        func look(or wish: ReaderWish = .ask) -> ReaderWish {
            if isStopped { return wish }
            switch client.room(below: room, whenFree: { [weak self] in self?.expectLook() }) {
            case .free: return wish
            case .unobserved: return .room(lookAfter: nil)
            // If no task gets a thread, nobody tells that there's room.
            case .taken: return .room(lookAfter: .seconds(1))
            case .expected:
                lookCount += 1
                return .room(lookAfter: .milliseconds(lookCount < 500 ? 1 : lookCount < 1000 ? 20 : 200))
            }
        }

        /// Takes note that the connection is lost.
        func lose(_ reason: String) -> ReaderWish {
            if !isDisconnected, !isStopped {
                problems.tell(.disconnected(.subscription(stream: stream), reason: reason))
            }
            isDisconnected = true
            return .ask
        }

        /// Takes note that the server has rejected what was asked, and pauses.
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

        /// Ends.
        func end() {
            client.end()
            loop.withLock { $0 = nil }
            hasEnded.fire()
        }
    }
#endif
