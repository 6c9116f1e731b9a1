#if Relay

    /// Publishes batches, one at a time, and resends each until the server has added it exactly
    /// once.
    ///
    /// **Mutable state:** It belongs to the thread of the ``Outbox``.
    final class BatchSender {

        private let network: any Network
        private let fence: Fence
        private let problems: ProblemLine
        private let stopper: Stopper

        /// The messages to send next.
        private var batch = Batch()

        /// The messages that were sent and aren't confirmed.
        private var inFlight = Batch()

        /// The number of the batch in flight, or of the last one.
        private var number: UInt64 = 0

        /// `true` if the batch in flight was sent through the current connection.
        private var isSent = false

        private var link: FencedLink?

        /// The number of the last confirmed batch.
        private var taken: UInt64 = 0

        private var attempts: Attempts
        private var isDisconnected = false

        /// `true` if the server has confirmed a batch through the current connection.
        private var isProven = false

        /// The code of the error that was reported since the last success.
        private var reportedCode: Substring?

        /// A stream that keeps messages for a time, if there is one.
        private var timedStream: String?

        /// One writer for each stream. Their positions are published after the server has lost
        /// data.
        private var writers: [StreamWriter] = []

        init(_ network: any Network, _ fence: Fence, _ problems: ProblemLine, _ stopper: Stopper) {
            self.network = network
            self.fence = fence
            self.problems = problems
            self.stopper = stopper
            attempts = Attempts(network.pauses)
        }

        // MARK: - Fill and send batches

        /// Adds a message to the next batch.
        func add(_ bytes: [UInt8], _ headers: [HeaderField], to writer: StreamWriter) {
            list(writer)
            if writer.comparesIDs { timedStream = writer.stream }
            writer.add(bytes, headers, to: &batch)
        }

        private func list(_ writer: StreamWriter) {
            if !writer.sequence.isListed { writers.append(writer) }
            writer.sequence.isListed = true
        }

        /// `true` while a batch is unconfirmed.
        var isSending: Bool { !inFlight.isEmpty }

        /// `true` if answers may have arrived.
        var hasAnswer: Bool { link?.link.hasInput ?? true }

        /// Sends the next batch if it's full.
        func sendIfFull() {
            guard batch.isFull else { return }
            settle()
            send()
        }

        /// Sends the next batch, unless one is in flight.
        func send() {
            if batch.isEmpty || isSending { return }
            swap(&batch, &inFlight)
            number += 1
            isSent = false
            if link != nil { trySending() }
        }

        /// Publishes a writer's last position and removes the writer.
        func finish(_ writer: StreamWriter) {
            let sequence = writer.sequence
            guard sequence.isListed || sequence.confirmed < sequence.latest else { return }
            sendAll()
            if stopper.isStopped { return }
            writer.confirmAll()
            list(writer)
            writer.addPosition(to: &batch)
            sendAll()
            writers.removeAll { $0.sequence === sequence }
            sequence.isListed = false
        }

        /// Finishes all writers.
        func finishAll() { for writer in writers { finish(writer) } }

        private func sendAll() {
            settle()
            while !batch.isEmpty, !stopper.isStopped {
                send()
                settle()
            }
        }

        /// Blocks until the batch in flight is confirmed. Reconnects and resends as needed.
        func settle() {
            while isSending, !stopper.isStopped {
                if link == nil { connect() }
                if !isSent { trySending() }
                guard isSent else { continue }
                do {
                    if let outcome = try link?.outcome(of: inFlight) { handle(outcome) }
                } catch {
                    lose(error)
                }
            }
        }

        private func trySending() {
            guard isSending, var link else { return }
            do {
                if !link.watches {
                    let refusal = try takeOver(&link)
                    self.link = link
                    if let refusal { return handle(refusal) }
                }
                guard isSending else { return }
                if let refusal = try link.checkTrimming(of: timedStream) { return handle(refusal) }
                try link.send(&inFlight, number: number)
                self.link = link
                isSent = true
            } catch {
                lose(error)
            }
        }

        // MARK: - Answers

        private func handle(_ outcome: BatchOutcome) {
            isSent = false
            // A late takeover of an earlier connection, or a lost key: the server has added
            // nothing.
            if outcome.isFencedOff { return }
            let refused = outcome.lostStreams
            for refusal in refused where !refusal.numbers.isEmpty {
                problems.tell(
                    .refused(stream: refusal.writer.stream, count: refusal.numbers.count, reason: refusal.reason))
                for number in refusal.numbers { refusal.writer.refuse(number) }
            }
            if !refused.isEmpty { inFlight.remove { entry in refused.contains { $0.writer === entry.writer } } }
            if outcome.isDone {
                for (writer, number, id) in outcome.confirmed { writer.store(number, at: id) }
                succeed()
            } else if refused.isEmpty, let cause = outcome.cause {
                handle(cause)
            }
        }

        private func succeed() {
            taken = number
            inFlight.removeAll()
            reportedCode = nil
            isProven = true
            attempts.succeed()
        }

        /// Reports why the server rejects a batch, and pauses, unless another server takes it.
        private func handle(_ cause: Refusal) {
            let isElsewhere = network.follow(cause.reason)
            if isElsewhere, attempts.mayFollow() {
                link = nil
                return
            }
            // If the connection was lost before, that was reported already.
            if !isDisconnected, reportedCode != cause.code {
                reportedCode = cause.code
                let passes = cause.passes || isElsewhere
                problems.tell(
                    passes ? .delayed(reason: named(cause.reason)) : .blocked(reason: named(cause.explanation)))
            }
            pause()
            // Another server may have taken over.
            if isElsewhere || cause.isOfReplica || cause.isOfLostNode { lose(.lost(cause.reason)) }
        }

        /// A reason, with the streams that it concerns unless these are all.
        private func named(_ reason: String) -> String {
            fence.tag.map { "streams of {\($0)}: \(reason)" } ?? reason
        }

        // MARK: - Connect

        /// Tries once to connect.
        func connect() {
            do {
                var link = FencedLink(try network.connect(stopper), fence)
                isSent = false
                isProven = false
                if let refusal = try takeOver(&link) { return handle(refusal) }
                self.link = link
                if isDisconnected { problems.tell(.reconnected(use)) }
                isDisconnected = false
            } catch {
                lose(error)
                pause()
            }
        }

        /// Stops all batches of earlier connections, and asks which one the server has added last.
        ///
        /// - Returns: The reason if the server rejects this for now.
        private func takeOver(_ link: inout FencedLink) throws(ConnectionFailure) -> Refusal? {
            let outcome = try link.takeOver()
            if let refusal = outcome.refusal {
                if refusal.passes || refusal.isOfCluster { return refusal }
                throw .lost(fence.remedy(for: refusal))
            }
            if isSending, outcome.number == number {
                try confirmUnseen(link.link)
            } else if outcome.number != taken {
                noteLoss()
            }
            return nil
        }

        /// Confirms the batch in flight, which the server has added although its answer was lost.
        private func confirmUnseen(_ link: any Link) throws(ConnectionFailure) {
            var bounds: [ObjectIdentifier: RelayID] = [:]
            for entry in inFlight.entries where !entry.writer.tellsPositions {
                let writer = entry.writer
                if bounds[ObjectIdentifier(writer)] == nil {
                    bounds[ObjectIdentifier(writer)] = try link.bound(of: writer.stream)
                }
            }
            for entry in inFlight.entries {
                guard let number = entry.number else { continue }
                entry.writer.storeUnseen(number, upTo: bounds[ObjectIdentifier(entry.writer)])
            }
            succeed()
        }

        /// Adds positions, from which subscriptions learn which messages the server has lost.
        private func noteLoss() {
            batch.remove { $0.number == nil }
            for writer in writers { writer.lose(addingPositionTo: &batch) }
        }

        /// Drops the connection and reports that once.
        func lose(_ failure: ConnectionFailure) {
            let isUseless = link != nil && !isProven
            link = nil
            isSent = false
            if stopper.isStopped { return }
            if !isDisconnected { problems.tell(.disconnected(use, reason: failure.reason)) }
            isDisconnected = true

            // A server that closes each new connection must not be asked without a pause.
            if isUseless { pause() }
        }

        private var use: RelayProblem.Use { fence.tag.map { .publishingTag(String($0)) } ?? .publishing }

        private func pause() { network.pause(for: attempts.nextPause(), stopper) }

        // MARK: - Rest

        /// Blocks until the thread is woken or the connection is lost, or reconnects.
        ///
        /// - Returns: `false` if there's neither a connection nor a reason for one.
        func rest() -> Bool {
            if let link {
                do { try link.link.idle() } catch { lose(error) }
            } else if isDisconnected {
                // Otherwise, losses and the new connection would be reported with the next message.
                connect()
            } else {
                return false
            }
            return true
        }

        /// Closes the connection.
        func end() { link = nil }
    }
#endif
