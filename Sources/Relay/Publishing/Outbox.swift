#if Relay

    import Dispatch
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

        /// Whether the server has confirmed anything through this connection.
        private var isProven = false
        private var isDelayed = false

        /// Who has published something through this, one for each stream. Each tells its position when there's a new connection.
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

        /// Lets the thread end, whatever was not sent. If it has never begun, there's none to run blocks.
        func stop(hasStarted: Bool) {
            stopper.stop()
            if !hasStarted { blocks.withLock { $0.hasStopped = true } }
        }

        /// Whether it ends, or has ended.
        var isStopped: Bool { stopper.isStopped }

        // MARK: - Be a place

        /// What waits on a place keeps the place alive. So blocks must run also after the end, when handlers do nothing but count.
        func enqueue(_ block: @escaping @Sendable () -> Void) {
            let (mustWake, hasStopped) = blocks.withLock { blocks in
                if blocks.hasStopped { return (false, true) }
                blocks.waiting.append(block)
                defer { blocks.isIdle = false }
                return (blocks.isIdle, false)
            }
            if mustWake { stopper.pipe.signal() }
            if hasStopped { DispatchQueue.global().async(execute: block) }
        }

        private func run() {
            while !stopper.isStopped {
                let next = takeBlocks()
                for block in next { block() }
                if !inFlight.isEmpty, next.isEmpty || connection?.hasInput ?? true { settle() }
                sendBatch()
                if next.isEmpty, inFlight.isEmpty { sleep() }
            }
            connection = nil
            blocks.withLock { $0.hasStopped = true }
            for block in takeBlocks() { block() }
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
            // A signal may have been taken back together with that of the stop.
            if stopper.isStopped { return }
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
            list(writer)
            writer.add(bytes, to: &batch)
        }

        /// Lets a stream have its position added again whenever the connection was lost.
        private func list(_ writer: StreamWriter) {
            if !writer.sequence.isListed { writers.append(writer) }
            writer.sequence.isListed = true
        }

        /// Sends the batch if nothing more should be added to it. Only for handlers in this place.
        func sendIfFull() {
            guard batch.isFull else { return }
            settle()
            sendBatch()
        }

        /// Forgets a writer of which no more messages come, after telling those who read how many there were.
        func finish(_ writer: StreamWriter) {
            if stopper.isStopped { return }
            let sequence = writer.sequence
            guard sequence.isListed || sequence.confirmed < sequence.latest else { return }
            settle()
            sendBatch()
            settle()
            if stopper.isStopped { return }
            writer.confirmAll()
            list(writer)
            writer.addPosition(to: &batch)
            sendBatch()
            settle()
            writers.removeAll { $0.sequence === sequence }
            sequence.isListed = false
        }

        /// Forgets all writers. Only for blocks in this place.
        func finishAll() { for writer in writers { finish(writer) } }

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
            for refusal in refused where !refusal.numbers.isEmpty {
                problems.tell(
                    .refused(stream: refusal.writer.stream, count: refusal.numbers.count, reason: refusal.reason))
                for number in refusal.numbers { refusal.writer.confirm(number, at: nil) }
            }
            inFlight.remove { entry in refused.contains { $0.writer === entry.writer } }
            if outcome.isDone {
                for (writer, number, id) in outcome.confirmed { writer.confirm(number, at: id) }
                inFlight.removeAll()
                isDelayed = false
                isProven = true
                attempts.succeed()
            } else if refused.isEmpty {
                if !isDelayed { problems.tell(.delayed(reason: outcome.reason)) }
                isDelayed = true
                pause()
                // Another server may have taken over under the same name.
                if outcome.reason.hasPrefix("READONLY") { lose(.lost(outcome.reason)) }
            }
        }

        // MARK: - Connect

        /// Connects, or tries to, once. Positions and what isn't confirmed are what is sent first.
        private func connect() {
            do {
                let connection = try Connection(to: server, stopper)
                try checkTransactions(connection)
                self.connection = connection
                isSent = false
                isProven = false
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

        /// If transactions aren't permitted, messages would be added one by one, and sent again and again, since there's no confirmation.
        private func checkTransactions(_ connection: Connection) throws(ConnectionFailure) {
            var commands: [UInt8] = []
            commands.append(command: "MULTI")
            commands.append(command: "EXEC")
            try connection.write(commands)
            var refusal: String?
            for _ in 0..<2 {
                let error = try connection.reply().read { $0.error }
                refusal = refusal ?? error
            }
            if let refusal { throw .lost(refusal) }
        }

        private func lose(_ failure: ConnectionFailure) {
            let isUseless = connection != nil && !isProven
            connection = nil
            isSent = false
            if stopper.isStopped { return }
            if !isDisconnected { problems.tell(.disconnected(.publishing, reason: failure.reason)) }
            isDisconnected = true

            // Who ends each new connection shouldn't be asked without a pause.
            if isUseless { pause() }
        }

        private func pause() { stopper.pause(for: attempts.nextPause()) }
    }
#endif
