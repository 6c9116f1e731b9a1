#if Relay

    /// The messages that a consumer has, and their outcomes.
    ///
    /// A message counts toward `atOnce` while its handler runs. After that, its outcome is kept
    /// until the server has confirmed it.
    struct Assignments {

        /// A message that the consumer has.
        struct Assignment: Equatable {

            /// The number of the attempt.
            let attempt: Int

            /// The result of the handler, or `nil` while it runs.
            var outcome: Outcome?

            var owner = Owner.consumer
        }

        /// The outcome of a message.
        enum Outcome: Equatable {

            /// The message is acknowledged.
            case handled

            /// The message returns to the group after the attempt.
            case rejected

            /// The message is a dead letter after this many attempts.
            case dead(attempts: Int, reason: String)
        }

        /// The owner of a pending message.
        enum Owner: Equatable {

            /// This consumer.
            case consumer

            /// Another consumer, after the lease was over.
            case another

            /// No consumer, because the entry was deleted from the stream.
            case nobody
        }

        let atOnce: Int
        let attempts: Int

        private var assignments: [RelayID: Assignment] = [:]

        /// The number of running handlers whose messages the consumer no longer has.
        private var orphanCount = 0

        /// The number of times that the consumer gave up all messages.
        ///
        /// Handlers that began in earlier epochs are orphans.
        private(set) var epoch = 0

        /// The reasons of dead letters that the server has not accepted.
        ///
        /// They're kept until this consumer or another one has added the dead letters.
        private var postponedReasons: [RelayID: String] = [:]

        /// The highest number of reasons that are kept, which are those of the newest messages.
        private static let reasonLimit = 1000

        private var runningCount = 0
        private(set) var handledCount = 0
        private(set) var rejectedCount = 0

        init(atOnce: Int, attempts: Int) {
            self.atOnce = atOnce
            self.attempts = attempts
        }

        /// The number of messages whose handlers may begin.
        var freeCount: Int { max(0, atOnce - runningCount - orphanCount) }

        /// The number of handlers that run.
        var busyCount: Int { runningCount + orphanCount }

        /// `true` if an outcome waits to be sent.
        var hasFinished: Bool { unconfirmedCount > 0 }

        /// The number of outcomes that the server has not confirmed.
        var unconfirmedCount: Int { assignments.count - runningCount }

        /// `true` if no handler runs and all outcomes are confirmed.
        var isIdle: Bool { assignments.isEmpty && orphanCount == 0 }

        /// The ids of all messages, in the order of the stream.
        var ids: [RelayID] { assignments.keys.sorted() }

        /// The ids of the messages with an outcome, in the order of the stream.
        var finished: [(id: RelayID, Assignment)] {
            assignments.filter { $0.value.outcome != nil }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }

        subscript(id: RelayID) -> Assignment? { assignments[id] }

        // MARK: - Attempts

        /// Begins an attempt, unless one of this message is running.
        ///
        /// - Returns: The epoch, with which the attempt ends.
        mutating func begin(_ id: RelayID, attempt: Int) -> Int? {
            if assignments[id] != nil { return nil }
            assignments[id] = Assignment(attempt: attempt)
            runningCount += 1
            return epoch
        }

        /// Ends an attempt, and decides the outcome of the message.
        ///
        /// - Parameter error: The description of the error that the handler has thrown.
        mutating func end(_ id: RelayID, in epoch: Int, error: String?) {
            if error == nil { handledCount += 1 } else { rejectedCount += 1 }
            guard epoch == self.epoch, let attempt = assignments[id]?.attempt else { return orphanCount -= 1 }
            runningCount -= 1
            assignments[id]?.outcome =
                if let error {
                    attempt < attempts ? .rejected : .dead(attempts: attempt, reason: error)
                } else {
                    .handled
                }
        }

        /// Adds a message with its outcome, without a handler.
        mutating func add(_ id: RelayID, attempt: Int, _ outcome: Outcome) {
            if assignments[id] == nil { assignments[id] = Assignment(attempt: attempt, outcome: outcome) }
        }

        /// Returns a message whose dead letter the server doesn't accept yet, and keeps the reason.
        mutating func postpone(_ id: RelayID) {
            if case .dead(_, let reason) = assignments[id]?.outcome {
                postponedReasons[id] = reason
                if postponedReasons.count > Self.reasonLimit, let oldest = postponedReasons.keys.min() {
                    postponedReasons[oldest] = nil
                }
            }
            assignments[id]?.outcome = .rejected
        }

        /// The reason of a dead letter that was postponed.
        func postponedReason(of id: RelayID) -> String? { postponedReasons[id] }

        /// Removes a message whose outcome is confirmed.
        mutating func confirm(_ id: RelayID) {
            guard let outcome = assignments[id]?.outcome else { return }
            // A postponed message is returned, and becomes a dead letter later.
            if outcome != .rejected { postponedReasons[id] = nil }
            assignments[id] = nil
        }

        // MARK: - Owners

        /// Updates the owners by the messages that are pending for this consumer.
        mutating func update(pending: Set<RelayID>) {
            for id in assignments.keys where assignments[id]?.owner != .nobody {
                assignments[id]?.owner = pending.contains(id) ? .consumer : .another
            }
        }

        /// Marks messages as deleted from the stream.
        mutating func delete(_ ids: some Sequence<RelayID>) {
            for id in ids { assignments[id]?.owner = .nobody }
        }

        /// Gives up the messages whose handlers run, and returns them with their attempts.
        mutating func abandonRunning() -> [(id: RelayID, attempt: Int)] {
            let running = assignments.filter { $0.value.outcome == nil }
            epoch += 1
            orphanCount += running.count
            runningCount = 0
            assignments = assignments.filter { $0.value.outcome != nil }
            return running.sorted { $0.key < $1.key }.map { ($0.key, $0.value.attempt) }
        }

        /// Gives up all messages, because the server has lost the group.
        mutating func abandonAll() {
            _ = abandonRunning()
            assignments = [:]
            postponedReasons = [:]
        }
    }
#endif
