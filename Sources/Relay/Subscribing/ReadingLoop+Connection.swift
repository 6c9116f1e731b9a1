#if Relay

    extension ReadingLoop {

        // MARK: - The connection

        func attempt(_ act: () throws(ConnectionFailure) -> Void) {
            do { try act() } catch { lose(error) }
        }

        func connect() throws(ConnectionFailure) {
            link = nil
            let isShared = hasSeveralMembers
            let link = try TrackedLink(network, isShared: isShared, stopper)
            self.link = link
            state.withLock { $0.connect(isShared: isShared) }
        }

        func lose(_ failure: ConnectionFailure) {
            link = nil
            defer {
                for member in asked { giveBack(member, .ask) }
                asked = []
            }
            switch failure {
            case .stopped, .replaced, .tooMuch: state.withLock { $0.disconnect(nil, nextAttempt: nil) }
            case .lost, .rejected, .passedOver:
                let isElsewhere = network.follow(failure.reason)
                if isElsewhere, attempts.mayFollow() {
                    return state.withLock { $0.disconnect(nil, nextAttempt: nil) }
                }
                let reason = isElsewhere ? failure.reason : Refusal(failure.reason).explanation
                let time = network.now + attempts.nextPause()
                state.withLock { $0.disconnect(reason, nextAttempt: time) }
            }
        }

        /// Waits for the answer of a subscription that has the connection for itself.
        func waitForAnswer(
            _ link: TrackedLink, _ member: LoopMember, atMost pause: Duration
        ) throws(ConnectionFailure) {
            let end = network.now + pause + network.patience
            while true {
                // The signal may have been drained before.
                if state.withLock({ !$0.isAlone || member.isLeaving }) { throw .replaced }
                network.wait(for: link.links, atMost: network.now.duration(to: end), stopper)
                if link.data.hasInput { return }
                if network.now >= end { throw .lost("the server doesn't respond") }
            }
        }

        // MARK: - Signals

        /// Reads which streams have changed.
        func readSignals() throws(ConnectionFailure) {
            stepCount = 0
            guard let link else { return }
            while let signal = try link.nextSignal() {
                switch signal {
                case .changed(let streams): state.withLock { $0.change(streams) }
                case .changedAll: state.withLock { $0.changeAll() }
                case .alive: answer.withLock { $0 = network.now }
                }
            }
        }

        /// Throws if the server didn't signal a change that was found.
        func verifySignal(of member: LoopMember) throws(ConnectionFailure) {
            guard let link else { return }
            // Signals that the server has sent before it answers this ping arrive before the
            // answer.
            let number = try link.ping(), end = network.now + network.patience
            try readSignals()
            while link.pongCount < number {
                network.wait(for: link.links, atMost: network.now.duration(to: end), stopper)
                if stopper.isStopped { throw .stopped }
                if network.now >= end { throw .lost("the server doesn't respond") }
                try readSignals()
            }
            // A member that has ended gets no signals.
            let isTold = state.withLock { _ in member.isDirty || member.isLeaving }
            if !isTold { throw .lost("the server doesn't report which streams have changed") }
        }

        /// Checks whether the connections are alive, and checks some members that wait.
        func check() throws(ConnectionFailure) {
            guard let link else { return }
            try readSignals()
            if link.isShared { try link.checkSignals(at: network.now, network.patience) }
            // No other thread touches their readers while this one leads.
            for member in state.withLock({ $0.nextRound() }) { try member.reader.measure(link.data) }
        }
    }
#endif
