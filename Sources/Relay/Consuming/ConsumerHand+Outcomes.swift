#if Relay

    extension ConsumerHand {

        /// Outcomes that were sent and not answered.
        typealias Settled = (acknowledged: [RelayID], returned: [(id: RelayID, pause: Duration)])

        /// Sends the outcomes that the server has not confirmed.
        mutating func sendOutcomes(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) -> Settled {
            var acknowledged: [RelayID] = [], returned: [(id: RelayID, pause: Duration)] = []
            var commands: [[String]] = []
            var deletedCount = 0
            for (id, assignment) in thread.withShared({ $0.assignments.finished }) {
                switch (assignment.outcome, assignment.owner) {
                case (.handled, _): acknowledged.append(id)
                case (.rejected, .consumer):
                    let pause = settings.pause(afterAttempt: assignment.attempt)
                    returned.append((id, pause))
                    commands.append(link.returnCommand(id, attempts: assignment.attempt, pause: pause))
                case (.rejected, let owner):
                    if owner == .nobody { deletedCount += 1 }
                    forget(id, thread)
                case (.dead, _), (nil, _): break
                }
            }
            report(deleted: deletedCount, thread)
            if !acknowledged.isEmpty { commands.insert(link.acknowledgeCommand(acknowledged), at: 0) }
            try link.send(commands)
            return (acknowledged, returned)
        }

        /// Reads the answers to the outcomes.
        mutating func confirm(
            _ settled: Settled, _ link: GroupLink, _ thread: ConsumerThread
        ) throws(ConnectionFailure) {
            if !settled.acknowledged.isEmpty { try link.answer { _ in } }
            for id in settled.acknowledged { forget(id, thread) }
            for (id, pause) in settled.returned {
                if try link.isPending() {
                    claims.expect(at: .now + pause)
                } else {
                    report(deleted: 1, thread)
                }
                forget(id, thread)
            }
        }

        private mutating func forget(_ id: RelayID, _ thread: ConsumerThread) {
            tasks[id] = nil
            thread.withShared { $0.assignments.confirm(id) }
        }

        func report(deleted count: Int, _ thread: ConsumerThread) {
            if count == 0 { return }
            thread.withShared { $0.deletedCount += count }
            thread.problems.tell(
                .deletedUnhandled(stream: settings.stream, group: settings.group, count: count))
        }

        /// Adds the dead letters that wait to be added.
        mutating func bury(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) {
            for (id, assignment) in thread.withShared({ $0.assignments.finished }) {
                guard case .dead(let attempts, let reason) = assignment.outcome else { continue }
                if assignment.owner == .another {
                    forget(id, thread)
                    continue
                }
                let letter = DeadLetter(id, attempts: attempts, reason: reason)
                switch try letters.add(letter, link) {
                case .added: confirm(letter, thread)
                case .deleted:
                    report(deleted: 1, thread)
                    forget(id, thread)
                case .dropped(let reason):
                    thread.problems.tell(.refused(stream: settings.deadLetters, count: 1, reason: reason))
                    forget(id, thread)
                case .refused(let refusal):
                    report(refusal, thread)
                    thread.withShared { $0.assignments.postpone(id) }
                }
            }
        }

        mutating func confirm(_ letter: DeadLetter, _ thread: ConsumerThread) {
            reportedCode = nil
            thread.withShared { $0.deadLetterCount += 1 }
            thread.problems.tell(
                .deadLetter(
                    stream: settings.stream, group: settings.group, id: letter.id, attempts: letter.attempts,
                    reason: letter.reason))
            forget(letter.id, thread)
        }

        private mutating func report(_ refusal: Refusal, _ thread: ConsumerThread) {
            if reportedCode == refusal.code { return }
            reportedCode = refusal.code
            let reason = GroupLink.remedy(for: refusal)
            thread.problems.tell(refusal.passes ? .delayed(reason: reason) : .blocked(reason: reason))
        }

        // MARK: - Leave

        /// Returns the unsettled messages, and deletes the consumer's name if that's safe.
        mutating func leave(_ link: GroupLink, _ thread: ConsumerThread) throws(ConnectionFailure) {
            let running = thread.withShared { shared in
                let running = shared.assignments.abandonRunning()
                shared.unsettledCount += running.count
                return running
            }
            for (id, attempt) in running { try giveBack(id, attempt: attempt, link) }
            while true {
                let pending = try link.pending(count: 100)
                let unknown = pending.filter { pending in thread.withShared { $0.assignments[pending.id] == nil } }
                for (id, attempt) in unknown { try giveBack(id, attempt: attempt, link) }
                if pending.isEmpty, !hasLostRead { try link.delete(link.consumer) }
                if unknown.isEmpty { return }
            }
        }
    }
#endif
