#if Relay

    /// Takes messages from a group, begins their handlers, and settles them.
    ///
    /// **Mutable state:** It belongs to the thread of the ``ConsumerThread``.
    struct ConsumerHand {

        let settings: ConsumerSettings
        private let largest: Int
        var letters: DeadLetterWriter

        /// The handler, released at the end, so that it and its captures aren't kept.
        private var handling: MessageHandling?

        /// The tasks of running handlers.
        var tasks: [RelayID: Task<Void, Never>] = [:]

        private var nextRenewal = ContinuousClock.now
        var claims: ClaimSchedule

        /// The highest number of messages to read at once, which is small after a too large answer.
        private var countLimit = 1000

        /// `true` while a read isn't answered.
        private var isReading = false

        /// `true` if a read was never answered.
        ///
        /// Then the server may still deliver messages to this consumer.
        var hasLostRead = false

        /// The code of the error that was reported since the last dead letter.
        var reportedCode: Substring?

        init(
            _ settings: ConsumerSettings, _ consumer: RelayPublisher, _ handling: MessageHandling, largest: Int
        ) {
            self.settings = settings
            self.largest = largest
            self.handling = handling
            letters = DeadLetterWriter(settings, consumer, largest: largest)
            claims = ClaimSchedule(interval: settings.claimInterval)
        }

        // MARK: - Connections

        /// Begins with a new connection, and settles messages that the earlier one has left.
        mutating func begin(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) {
            if let letter = try letters.takeOver(link.link) { confirm(letter, thread) }
            try letters.probe(link)
            tasks = thread.withShared { shared in tasks.filter { shared.assignments[$0.key] != nil } }
            for consumer in try link.consumers() where ClaimSchedule.isDead(consumer) {
                try link.delete(consumer.name)
            }
            try renew(link, thread)
        }

        /// Notes that the connection is lost.
        mutating func lose(_ failure: ConnectionFailure) {
            if isReading { hasLostRead = true }
            isReading = false
            if failure == .tooMuch { countLimit = 1 }
        }

        /// Gives up unsettled messages, and cancels the handlers that still run.
        mutating func end(_ thread: ConsumerThread) {
            thread.withShared { shared in
                shared.unsettledCount = shared.allUnsettledCount
                shared.assignments.abandonAll()
            }
            for task in tasks.values { task.cancel() }
            tasks = [:]
            handling = nil
        }

        // MARK: - Exchange

        /// Settles messages, and fetches new ones.
        ///
        /// - Returns: The time to wait for handlers, or `nil` if there's more to do.
        mutating func exchange(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) -> Duration? {
            if ContinuousClock.now >= nextRenewal { try renew(link, thread) }
            try bury(link, thread)
            let (isStopping, free) = thread.withShared { ($0.isStopping, $0.assignments.freeCount) }
            if !isStopping, free > 0, claims.isDue(at: .now) { try claim(link, count: free, thread) }
            let settled = try sendOutcomes(link, thread)
            let block = try sendRead(link, thread)
            try confirm(settled, link, thread)
            guard let block else {
                return min(ContinuousClock.now.duration(to: nextRenewal), .seconds(1))
            }
            try link.readEntries(after: block) { id, fields in begin(id, fields, attempt: 1, thread) }
            isReading = false
            countLimit = min(1000, countLimit * 2)
            claims.read()
            return nil
        }

        /// Asks for new messages if handlers may begin.
        ///
        /// - Returns: The time for which the server may wait, or `nil` if no handler may begin.
        private mutating func sendRead(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure)
            -> Duration?
        {
            let (isStopping, free, isBusy) = thread.withShared {
                ($0.isStopping, $0.assignments.freeCount, $0.assignments.busyCount > 0)
            }
            if isStopping || free == 0 { return nil }
            let now = ContinuousClock.now, next = min(nextRenewal, claims.next)
            let longest = isBusy ? Duration.milliseconds(50) : .milliseconds(250)
            let block = max(.zero, min(longest, now.duration(to: next)))
            isReading = true
            try link.send([link.readCommand(count: min(free, countLimit), block: block)])
            return block
        }

        /// Begins to handle a message, or makes it a dead letter.
        private mutating func begin(_ id: RelayID, _ fields: ReplyView, attempt: Int, _ thread: ConsumerThread) {
            switch StreamEntry(fields) {
            case .position: thread.withShared { $0.assignments.add(id, attempt: attempt, .handled) }
            case .unreadable(let reason): reject(id, attempt: attempt, reason, thread)
            case .foreign: reject(id, attempt: attempt, "it isn't a relay message", thread)
            case .message(let head, let bytes):
                guard let handling else { return }
                switch handling.prepare(head, bytes) {
                case .undecodable(let reason): reject(id, attempt: attempt, reason, thread)
                case .call(let call):
                    guard let epoch = thread.withShared({ $0.assignments.begin(id, attempt: attempt) }) else { return }
                    handling.run(with: head) {
                        tasks[id] = Task {
                            var reason: String?
                            do { try await call() } catch { reason = "\(error)" }
                            thread.finish(id, in: epoch, error: reason)
                        }
                    }
                }
            }
        }

        private func reject(_ id: RelayID, attempt: Int, _ reason: String, _ thread: ConsumerThread) {
            thread.withShared { $0.assignments.add(id, attempt: attempt, .dead(attempts: attempt, reason: reason)) }
        }

        // MARK: - Messages of others

        /// Claims messages whose lease is over.
        private mutating func claim(
            _ link: GroupLink, count: Int, _ thread: ConsumerThread
        ) throws(ConnectionFailure) {
            let now = ContinuousClock.now
            let claim = try link.claim(from: claims.position, count: min(count, countLimit))
            claims.claimed(upTo: claim.next, at: now)
            let deleted = thread.withShared { shared in
                let unknown = claim.deleted.filter { shared.assignments[$0] == nil }
                shared.assignments.delete(claim.deleted.filter { shared.assignments[$0] != nil })
                return unknown.count
            }
            report(deleted: deleted, thread)
            if claim.hasFound { try adopt(link, thread) }
        }

        /// Renews the leases of all messages that the consumer has.
        private mutating func renew(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) {
            try adopt(link, thread)
            let owned = thread.withShared { shared in
                shared.assignments.ids.filter { shared.assignments[$0]?.owner == .consumer }
            }
            let renewed = Set(try link.renew(owned))
            thread.withShared { $0.assignments.delete(owned.filter { !renewed.contains($0) }) }
            nextRenewal = .now + settings.renewalInterval
        }

        /// Adopts messages that are pending for this consumer and have not begun.
        ///
        /// These are claimed messages, and messages whose delivery wasn't answered.
        private mutating func adopt(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) {
            let limit = settings.atOnce + 100, pending = try link.pending(count: limit)
            let unknown = thread.withShared { shared in
                if pending.count < limit { shared.assignments.update(pending: Set(pending.map(\.id))) }
                return pending.filter { shared.assignments[$0.id] == nil }
            }
            for (id, attempt) in unknown {
                let (isStopping, free) = thread.withShared { ($0.isStopping, $0.assignments.freeCount) }
                if isStopping || free == 0 {
                    try giveBack(id, attempt: attempt, link)
                } else if attempt > settings.attempts {
                    thread.withShared { shared in
                        let reason = shared.assignments.postponedReason(of: id) ?? Self.unknownReason
                        shared.assignments.add(
                            id, attempt: attempt, .dead(attempts: settings.attempts, reason: reason))
                    }
                } else {
                    try take(id, attempt: attempt, link, thread)
                }
            }
        }

        /// The reason of a dead letter whose last attempt this consumer doesn't know.
        private static let unknownReason = "its attempts were rejected, or their processes ended"

        /// Fetches the entry of a pending message, and begins to handle it.
        private mutating func take(
            _ id: RelayID, attempt: Int, _ link: GroupLink, _ thread: ConsumerThread
        ) throws(ConnectionFailure) {
            try link.send([link.takeCommand(id, attempt: attempt)])
            do throws(ConnectionFailure) {
                let entry: Void? = try link.takeEntry(largest: largest) { begin(id, $0, attempt: attempt, thread) }
                if entry != nil { return }
                // Servers before Redis 7 keep a deleted message pending.
                try link.send([link.acknowledgeCommand([id])])
                try link.answer { _ in }
                report(deleted: 1, thread)
            } catch {
                guard case .passedOver(_, let size) = error else { throw error }
                let reason = "it has \(size) bytes, but at most \(largest) are allowed: raise `largestMessage`"
                reject(id, attempt: attempt, reason, thread)
            }
        }

        /// Returns a message to the group immediately, without counting the attempt.
        func giveBack(_ id: RelayID, attempt: Int, _ link: GroupLink) throws(ConnectionFailure) {
            try link.send([link.returnCommand(id, attempts: attempt - 1, pause: .zero)])
            _ = try link.isPending()
        }
    }
#endif
