#if Relay

    import Dispatch
    import Locked

    /// Reads streams for many subscriptions, through shared connections.
    ///
    /// One thread leads: it asks the server for one subscription after the other. Before it passes on what the server has answered, it gives up the lead, since handlers can take their time. If it's back in time, it leads on.
    /// Otherwise, another thread follows it, which waits for nothing else. So a slow handler takes a thread, and slows nobody but itself.
    ///
    /// A single subscription lets the server wait for the next message. Several share a connection that's never kept waiting: see ``TrackedLink``.
    ///
    /// **Mutable state:** What is behind locks, and the link, which belongs to the thread that leads.
    final class ReadingLoop: @unchecked Sendable {

        let network: any Network
        let stopper = Stopper()

        /// `false` in simulations, which call `step`.
        let hasThreads: Bool

        let state = Locked(LoopState())
        private let lead = Locked(Lead())

        /// Wakes the thread that follows.
        let following = DispatchSemaphore(value: 0)

        /// When the server has last answered whether it's there.
        let answer = Locked<ContinuousClock.Instant?>(nil)

        var link: TrackedLink?
        var attempts: Attempts

        /// The members for which the server was asked and hasn't answered, in that order.
        var asked: [LoopMember] = []

        /// For how many members the server may be asked before it has answered for the first one.
        private static let askedLimit = 16

        /// How many steps were made since the signals of the server were read.
        var stepCount = 0

        init(_ network: any Network, hasThreads: Bool = true) {
            self.network = network
            self.hasThreads = hasThreads
            attempts = Attempts(network.pauses)
        }

        // MARK: - On any thread

        func changeLead<Result>(_ change: (inout Lead) -> Result) -> Result { lead.withLock(change) }

        /// Begins to read for a subscription. Returns `false` if the loop is ending.
        func join(_ reader: StreamReader) -> Bool {
            let member = LoopMember(reader)
            reader.setLoop(self)
            guard state.withLock({ $0.join(member) }) else { return false }
            // If it was stopped before, the loop didn't know it.
            if reader.isStopped { leave(reader) }
            startThreads(first: reader)
            wake()
            return true
        }

        /// Lets a subscription end.
        func leave(_ reader: StreamReader) {
            let isEnding = state.withLock { state in
                state.leave(reader)
                return state.isEnding
            }
            if isEnding { stopper.stop() }
            wake()
            wakeFollower()
        }

        /// Lets the client of a subscription be asked whether there's room.
        func look(_ reader: StreamReader) {
            state.withLock { $0.expectLook(reader) }
            wake()
        }

        var latestAnswer: ContinuousClock.Instant? { answer.withLock { $0 } }

        /// Wakes the thread that leads if it waits.
        func wake() { stopper.pipe.signal() }

        /// Ends the subscriptions that are to end and that no thread serves.
        func endAllLeaving() { while let member = state.withLock({ $0.nextLeaving() }) { member.reader.end() } }

        var hasLeaving: Bool { state.withLock { $0.hasLeaving } }

        /// `true` if all subscriptions end, or have ended.
        var isOver: Bool { state.withLock { $0.isEnding } }

        var hasSeveralMembers: Bool { state.withLock { !$0.isAlone && !$0.isEnding } }

        // MARK: - On the thread that leads

        /// Does what is next. Returns `false` if the thread has given up the lead.
        func step() -> Bool {
            stepCount += 1
            if stepCount >= 16 { attempt(readSignals) }
            if !asked.isEmpty { return receive(asked.removeFirst()) }
            switch state.withLock({ $0.next(at: network.now) }) {
            case .end(let member): return serve { member.reader.end() }
            case .tell(let member, let reason): return serve(member) { $0.lose(reason) }
            case .look(let member): return serve(member) { $0.look() }
            case .ask(let member): return ask(member)
            case .check: attempt(check)
            case .connect: attempt(connect)
            case .wait(let time):
                network.wait(for: link?.links ?? [], atMost: network.now.duration(to: time), stopper)
                attempt { () throws(ConnectionFailure) in
                    try link?.expectSilence()
                    try readSignals()
                }
            case .finish:
                link = nil
                release()
                return false
            }
            return true
        }

        /// Runs something without the lead. Returns whether the thread leads on.
        private func serve(_ work: () -> Void) -> Bool {
            release()
            work()
            return regain()
        }

        private func serve(_ member: LoopMember, _ work: (StreamReader) -> ReaderWish) -> Bool {
            serve {
                let wish = work(member.reader)
                giveBack(member, wish)
            }
        }

        func giveBack(_ member: LoopMember, _ wish: ReaderWish) {
            if state.withLock({ $0.giveBack(member, wish, at: network.now) }) { member.reader.end() }
        }

        /// Asks the server for a subscription, and passes on what it answers.
        private func ask(_ member: LoopMember) -> Bool {
            guard let link else { return true }
            if link.isShared, state.withLock({ $0.isPlain(member) }) {
                attempt { () throws(ConnectionFailure) in try askAhead(member, link) }
                return true
            }
            do {
                return serve(member, try question(member, link))
            } catch {
                return fail(member, error)
            }
        }

        /// Passes on what the server has answered, unless the subscription has ended meanwhile.
        private func serve(_ member: LoopMember, _ answer: consuming ReaderAnswer) -> Bool {
            guard state.withLock({ $0.serve(member) }) else {
                giveBack(member, .ask)
                return true
            }
            release()
            giveBack(member, member.reader.take(answer))
            return regain()
        }

        /// Asks the server for a member and the next ones, so that they don't wait for each other's round trips.
        private func askAhead(_ member: LoopMember, _ link: TrackedLink) throws(ConnectionFailure) {
            asked = [member]
            while asked.count < Self.askedLimit, let next = state.withLock({ $0.nextPlain() }) { asked.append(next) }
            var bytes: [UInt8] = []
            for member in asked {
                let isNew = state.withLock { $0.beginAsking(member).isNew }
                member.reader.appendRequest(isNew: isNew, to: &bytes)
            }
            try link.data.write(bytes)
        }

        private func receive(_ member: LoopMember) -> Bool {
            guard let link else { return true }
            do {
                let answer = try member.reader.receive(link.data)
                attempts.succeed()
                return serve(member, answer)
            } catch {
                return fail(member, error)
            }
        }

        private func question(
            _ member: LoopMember, _ link: TrackedLink
        ) throws(ConnectionFailure) -> ReaderAnswer {
            let (isNew, isCheck) = state.withLock { $0.beginAsking(member) }
            let answer = try member.reader.ask(
                link.data, isNew: isNew, isCheck: isCheck, mayWait: !link.isShared
            ) { [self] pause throws(ConnectionFailure) in try waitForAnswer(link, member, atMost: pause) }
            attempts.succeed()
            if isCheck, answer.isNews(after: member.reader.position), !isDirty(member) { try verifySignal(of: member) }
            return answer
        }

        func isDirty(_ member: LoopMember) -> Bool { state.withLock { _ in member.isDirty } }

        /// What becomes of a member whose question has failed.
        private func fail(_ member: LoopMember, _ failure: ConnectionFailure) -> Bool {
            if case .rejected(let reason) = failure, Refusal(reason).concernsStream {
                if state.withLock({ $0.serve(member) }) { return serve(member) { $0.reject(reason) } }
                // It has ended meanwhile, which is no reason to give up the connection of others.
                giveBack(member, .ask)
                return true
            }
            if failure == .tooMuch { member.reader.readOneByOne() }
            lose(failure)
            giveBack(member, .ask)
            return true
        }
    }
#endif
