#if Relay

    import Locked
    import SwiftObserver

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// Brings messages to the server, on a thread of its own.
    ///
    /// What is to be published is observed with this as the place. So messages wait in front of their handlers, in the limits that were set for that, and the thread takes
    /// them from there. A handler adds its message to a batch. If that's full, or nothing else waits, it's sent. Meanwhile, the next one is made, and sent when the server has
    /// confirmed the one before. So batches are as large as the server is slow, and no more than two are in memory.
    ///
    /// **Mutable state:** The blocks that wait are behind a lock. All else belongs to the thread.
    final class Outbox: DeliveryPlace, @unchecked Sendable {

        private let server: RelayServer
        private let problems: ProblemLine
        private let stopper = Stopper()

        private let blocks = Locked(Blocks())

        private struct Blocks {
            var waiting: [@Sendable () -> Void] = []

            /// Whether the thread sleeps, and must be woken.
            var isIdle = false

            /// Whether nothing runs here any more.
            var hasStopped = false
        }

        /// What is sent next.
        private var batch = Batch()

        /// What was sent, and isn't confirmed.
        private var inFlight = Batch()

        /// Whether that was sent through this connection.
        private var isSent = false

        private var connection: Connection?
        private var attempts: Attempts
        private var isDisconnected = false
        private var isDelayed = false

        /// Who has published something through this. Each tells its position when there's a new connection.
        private var writers: [StreamWriter] = []

        init(_ server: RelayServer, _ problems: ProblemLine) {
            self.server = server
            self.problems = problems
            attempts = Attempts(server.pauses)
        }

        /// Begins. The thread keeps this alive until it's stopped.
        func start() { startThread(named: "relay-outbox") { [self] in run() } }

        /// Happens when the thread has ended.
        let hasEnded = Event()

        /// Lets the thread end, whatever was not sent.
        func stop() { stopper.stop() }

        // MARK: - Be a place

        func enqueue(_ block: @escaping @Sendable () -> Void) {
            let mustWake = blocks.withLock { blocks in
                if blocks.hasStopped { return false }
                blocks.waiting.append(block)
                defer { blocks.isIdle = false }
                return blocks.isIdle
            }
            if mustWake { stopper.pipe.signal() }
        }

        private func run() {
            while !stopper.isStopped {
                let next = takeBlocks()
                for block in next { block() }
                if !inFlight.isEmpty, next.isEmpty || connection?.hasInput ?? true { settle() }
                sendBatch()
                if next.isEmpty, inFlight.isEmpty { sleep() }
            }
            blocks.withLock { $0.hasStopped = true }
            withExtendedLifetime(takeBlocks()) {}
            connection = nil
            hasEnded.fire()
        }

        private func takeBlocks() -> [@Sendable () -> Void] {
            blocks.withLock { blocks in
                let waiting = blocks.waiting
                blocks.waiting = []
                return waiting
            }
        }

        private func sleep() {
            let mayBeIdle = blocks.withLock { blocks in
                blocks.isIdle = blocks.waiting.isEmpty
                return blocks.isIdle
            }
            guard mayBeIdle else { return }
            if let connection {
                do { try connection.idle() } catch { lose(error) }
            } else if isDisconnected {
                // Tells those who read what they should have got, and that the connection is there again.
                connect()
            } else {
                stopper.pipe.wait(atMost: .seconds(3600))
            }
            stopper.pipe.drain()
            blocks.withLock { $0.isIdle = false }
        }

        // MARK: - Fill and send batches

        /// Adds a message to the next batch. Only for handlers in this place.
        func add(_ bytes: [UInt8], to writer: StreamWriter) {
            if writer.latest == 0, !writers.contains(where: { $0 === writer }) { writers.append(writer) }
            writer.add(bytes, to: &batch)
            if batch.isFull {
                settle()
                sendBatch()
            }
        }

        /// Forgets a writer of which no more messages come, after telling those who read how many there were.
        func finish(_ writer: StreamWriter) {
            settle()
            sendBatch()
            settle()
            if inFlight.isEmpty { writer.confirmRest() }
            writer.addPosition(to: &batch)
            sendBatch()
            settle()
            writers.removeAll { $0 === writer }
        }

        /// How many messages were not confirmed, by stream. Only after the end.
        var unconfirmed: [String: Int] {
            (inFlight.entries + batch.entries).reduce(into: [:]) { counts, entry in
                if entry.number != nil { counts[entry.writer.stream, default: 0] += 1 }
            }
        }

        /// Sends what was added, once that before is confirmed.
        private func sendBatch() {
            if batch.isEmpty || !inFlight.isEmpty { return }
            swap(&batch, &inFlight)
            isSent = false
            trySending()
        }

        private func trySending() {
            guard let connection else { return }
            do {
                try connection.write(inFlight.commands)
                isSent = true
            } catch {
                lose(error)
            }
        }

        /// Waits until what was sent is confirmed. Connects again and sends again as often as that takes.
        private func settle() {
            while !inFlight.isEmpty, !stopper.isStopped {
                if connection == nil { connect() }
                if !isSent { trySending() }
                guard isSent, let connection else { continue }
                do {
                    var outcome = BatchOutcome(of: inFlight)
                    for _ in 0..<inFlight.answerCount { try connection.reply().read { outcome.add($0) } }
                    handle(outcome)
                } catch {
                    lose(error)
                }
            }
        }

        private func handle(_ outcome: BatchOutcome) {
            isSent = false
            let refused = outcome.lostStreams
            for refusal in refused {
                problems.tell(.refused(stream: refusal.writer.stream, count: refusal.numbers.count, reason: refusal.reason))
                for number in refusal.numbers { refusal.writer.lose(number) }
            }
            inFlight.remove { entry in refused.contains { $0.writer === entry.writer } }
            if outcome.isDone {
                for (writer, number, id) in outcome.confirmed { writer.confirm(number, at: id) }
                inFlight.removeAll()
                isDelayed = false
                attempts.succeed()
            } else if refused.isEmpty {
                if !isDelayed { problems.tell(.delayed(reason: outcome.reason)) }
                isDelayed = true
                pause()
            }
        }

        // MARK: - Connect

        /// Connects, or tries to, once. Positions and what isn't confirmed are what is sent first.
        private func connect() {
            do {
                connection = try Connection(to: server, stopper)
                isSent = false
                if isDisconnected {
                    var positions = Batch()
                    for writer in writers { writer.addPosition(to: &positions) }
                    inFlight.remove { $0.number == nil }
                    positions.append(inFlight)
                    inFlight = positions
                    problems.tell(.reconnected(.publishing))
                }
                isDisconnected = false
            } catch {
                lose(error)
                pause()
            }
        }

        private func lose(_ failure: ConnectionFailure) {
            connection = nil
            isSent = false
            if isDisconnected || stopper.isStopped { return }
            isDisconnected = true
            problems.tell(.disconnected(.publishing, reason: failure.reason))
        }

        private func pause() {
            let end = ContinuousClock.now + attempts.nextPause()
            while !stopper.isStopped, ContinuousClock.now < end {
                stopper.pipe.wait(atMost: ContinuousClock.now.duration(to: end))
                stopper.pipe.drain()
            }
        }
    }
#endif
