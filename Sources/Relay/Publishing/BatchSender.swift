#if Relay

    /// Sends batches one at a time, and each again through further connections until the server has taken it, once.
    ///
    /// **Mutable state:** All of it belongs to the thread of the ``Outbox``.
    final class BatchSender {

        private let network: any Network
        private let publisher: RelayPublisher
        private let problems: ProblemLine
        private let stopper: Stopper

        /// What is sent next.
        private var batch = Batch()

        /// What was sent, and isn't confirmed.
        private var inFlight = Batch()

        /// Its number, or that of the batch before.
        private var number: UInt64 = 0

        /// Whether it was sent through this connection.
        private var isSent = false

        private var link: (any Link)?

        /// Whose key this connection watches.
        private var watched: Fence?

        /// The number of the batch that the server has taken last, for each key.
        private var taken: [String: UInt64] = [:]

        /// Whether the server is part of a cluster, in which a transaction has keys of one slot only.
        private var isInCluster = false

        private var attempts: Attempts
        private(set) var isDisconnected = false

        /// Whether the server has confirmed anything through this connection.
        private var isProven = false

        /// Whether it was told that the server takes no messages.
        private var isDelayed = false

        /// All streams that this publisher writes to, one writer for each. Their positions are told when the server has lost something.
        private var writers: [StreamWriter] = []

        init(_ network: any Network, _ publisher: RelayPublisher, _ problems: ProblemLine, _ stopper: Stopper) {
            self.network = network
            self.publisher = publisher
            self.problems = problems
            self.stopper = stopper
            attempts = Attempts(network.pauses)
        }

        // MARK: - Fill and send batches

        /// Adds a message to the next batch.
        func add(_ bytes: [UInt8], to writer: StreamWriter) {
            list(writer)
            writer.add(bytes, to: &batch)
        }

        private func list(_ writer: StreamWriter) {
            if !writer.sequence.isListed { writers.append(writer) }
            writer.sequence.isListed = true
        }

        /// Whether something was sent, and isn't confirmed.
        var isSending: Bool { !inFlight.isEmpty }

        /// Whether the answers to what was sent may be there.
        var hasAnswer: Bool { link?.hasInput ?? true }

        /// Sends the batch if nothing more should be added to it.
        func sendIfFull() {
            guard batch.isFull else { return }
            settle()
            send()
        }

        /// Sends what was added, once that before is confirmed.
        func send() {
            if batch.isEmpty || isSending { return }
            swap(&batch, &inFlight)
            number += 1
            splitIfInCluster()
            isSent = false
            if link != nil { trySending() }
        }

        /// Forgets a writer of which no more messages come, after telling subscriptions how many there were.
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

        /// Forgets all writers.
        func finishAll() { for writer in writers { finish(writer) } }

        private func sendAll() {
            settle()
            while !batch.isEmpty, !stopper.isStopped {
                send()
                settle()
            }
        }

        /// Waits until what was sent is confirmed. Connects again and sends again as often as that takes.
        func settle() {
            while isSending, !stopper.isStopped {
                if link == nil { connect() }
                if !isSent { trySending() }
                guard isSent, let link else { continue }
                do {
                    var outcome = BatchOutcome(of: inFlight)
                    for _ in 0..<outcome.answerCount { try link.reply().read { outcome.add($0) } }
                    handle(outcome)
                } catch {
                    lose(error)
                }
            }
        }

        private func trySending() {
            guard isSending, let link else { return }
            do {
                let fence = fence
                if watched != fence, let refusal = try takeOver(fence, link) { return handle(refusal) }
                guard isSending else { return }
                try link.write(fence.enclose(inFlight.commands, number: number))
                isSent = true
            } catch {
                lose(error)
            }
        }

        // MARK: - Answers

        private func handle(_ outcome: BatchOutcome) {
            isSent = false
            if !outcome.watches { watched = nil }
            // A takeover of an earlier connection has come late, or the server has forgotten the key. Nothing was taken, so it's sent again.
            if outcome.isFencedOff { return }
            let refused = outcome.lostStreams
            for refusal in refused where !refusal.numbers.isEmpty {
                problems.tell(
                    .refused(stream: refusal.writer.stream, count: refusal.numbers.count, reason: refusal.reason))
                for number in refusal.numbers { refusal.writer.refuse(number) }
            }
            inFlight.remove { entry in refused.contains { $0.writer === entry.writer } }
            if outcome.isDone {
                for (writer, number, id) in outcome.confirmed { writer.store(number, at: id) }
                succeed()
            } else if refused.isEmpty, let cause = outcome.cause {
                handle(cause)
            }
        }

        private func succeed() {
            taken[fence.key] = number
            inFlight.removeAll()
            isDelayed = false
            isProven = true
            attempts.succeed()
        }

        /// Waits for what passes, or for someone to change something.
        private func handle(_ cause: Refusal) {
            if !isInCluster, cause.isOfCluster {
                isInCluster = true
                watched = nil
                return splitIfInCluster()
            }
            if !isDelayed {
                problems.tell(cause.passes ? .delayed(reason: cause.reason) : .blocked(reason: cause.reason))
            }
            isDelayed = true
            pause()
            // Another server may have taken over under the same name.
            if cause.isOfReplica { lose(.lost(cause.reason)) }
        }

        private func splitIfInCluster() {
            guard isInCluster else { return }
            var rest = inFlight.splitOffOtherSlots()
            rest.append(batch)
            batch = rest
        }

        // MARK: - Connect

        /// Connects, or tries to, once.
        func connect() {
            do {
                let link = try network.connect(stopper)
                watched = nil
                isSent = false
                isProven = false
                if let refusal = try takeOver(fence, link) {
                    // While it was told that there's no connection, that's no news.
                    return isDisconnected ? pause() : handle(refusal)
                }
                self.link = link
                if isDisconnected { problems.tell(.reconnected(.publishing)) }
                isDisconnected = false
            } catch {
                lose(error)
                pause()
            }
        }

        /// What this connection must watch before the batch is sent. In a cluster, that's a key in the slot of the streams.
        private var fence: Fence {
            let writer = isInCluster ? (inFlight.entries.first?.writer ?? writers.last) : nil
            return Fence(of: publisher, tag: writer?.tag)
        }

        /// Lets the server take nothing more that was sent before, and finds out what it has taken. Returns why the server doesn't let it, if so.
        private func takeOver(_ fence: Fence, _ link: any Link) throws(ConnectionFailure) -> Refusal? {
            var outcome: TakeoverOutcome
            repeat {
                outcome = TakeoverOutcome()
                try link.write(fence.takeover)
                for _ in 0..<Fence.takeoverAnswerCount { try link.reply().read { outcome.add($0) } }
            } while outcome.isFencedOff
            if let refusal = outcome.refusal {
                if refusal.passes || refusal.isOfCluster { return refusal }
                throw .lost(fence.remedy(for: refusal))
            }
            watched = fence
            if isSending, outcome.number == number {
                try confirmUnseen(link)
            } else if outcome.number != taken[fence.key] ?? 0 {
                tellPositions()
            }
            return nil
        }

        /// Takes note that the server has taken what was sent, although its answer was lost.
        private func confirmUnseen(_ link: any Link) throws(ConnectionFailure) {
            var bounds: [ObjectIdentifier: RelayID] = [:]
            for entry in inFlight.entries where !entry.writer.tellsPositions {
                let writer = entry.writer
                if bounds[ObjectIdentifier(writer)] == nil {
                    bounds[ObjectIdentifier(writer)] = try link.latestID(of: writer.stream)
                }
            }
            for entry in inFlight.entries {
                guard let number = entry.number else { continue }
                entry.writer.storeUnseen(number, upTo: bounds[ObjectIdentifier(entry.writer)])
            }
            succeed()
        }

        /// The server has lost something, so subscriptions are told what they should have got.
        private func tellPositions() {
            batch.remove { $0.number == nil }
            for writer in writers { writer.addPosition(to: &batch) }
        }

        /// Gives the connection up.
        func lose(_ failure: ConnectionFailure) {
            let isUseless = link != nil && !isProven
            link = nil
            isSent = false
            if stopper.isStopped { return }
            if !isDisconnected { problems.tell(.disconnected(.publishing, reason: failure.reason)) }
            isDisconnected = true

            // A server that ends each new connection shouldn't be asked without a pause.
            if isUseless { pause() }
        }

        private func pause() { network.pause(for: attempts.nextPause(), stopper) }

        // MARK: - Rest

        /// Waits until the thread is woken, and connects again if the connection is lost meanwhile. Returns whether there's a connection to wait for.
        func rest() -> Bool {
            if let link {
                do { try link.idle() } catch { lose(error) }
            } else if isDisconnected {
                // Subscriptions should know what they should have got, and handlers of problems that the connection is there again.
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
