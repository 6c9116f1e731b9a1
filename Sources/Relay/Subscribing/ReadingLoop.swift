#if Relay

    import Dispatch
    import Locked

    /// Reads streams for many subscriptions, through shared connections.
    ///
    /// One thread leads: it asks the server for one subscription after the other. Before it passes
    /// on an answer, it gives up the lead, since handlers can take long. If it returns in time, it
    /// continues to lead. Otherwise, another thread takes the lead, which waits for nothing else.
    /// So a slow handler takes a thread, and delays only itself.
    ///
    /// A single subscription lets the server wait for the next message. Several subscriptions share
    /// a connection on which the server never waits: see ``TrackedLink``.
    ///
    /// **Mutable state:** It's under locks, except for the link, which belongs to the leading
    /// thread.
    final class ReadingLoop: @unchecked Sendable {

        let network: any Network
        let stopper = Stopper()

        /// `false` in simulations, which call `step`.
        let hasThreads: Bool

        let state = Locked(LoopState())
        private let lead = Locked(Lead())

        /// Wakes the thread that follows.
        let following = DispatchSemaphore(value: 0)

        /// The instant of the server's last answer to a ping.
        let answer = Locked<ContinuousClock.Instant?>(nil)

        var link: TrackedLink?
        var attempts: Attempts

        /// The members whose requests the server hasn't answered, in the order of asking.
        var asked: [LoopMember] = []

        /// The highest number of members to ask for before the first answer.
        private static let askedLimit = 16

        /// The number of steps since the signals of the server were read.
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
            // If it was stopped before, the loop doesn't know yet.
            if reader.isStopped { leave(reader) }
            startThreads(first: reader)
            wake()
            return true
        }

        /// Makes a subscription end.
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

        /// Wakes the leading thread if it waits.
        func wake() { stopper.pipe.signal() }

        /// Ends the subscriptions that should end and that no thread serves.
        func endAllLeaving() { while let member = state.withLock({ $0.nextLeaving() }) { member.reader.end() } }

        var hasLeaving: Bool { state.withLock { $0.hasLeaving } }

        /// `true` if all subscriptions end, or have ended.
        var isOver: Bool { state.withLock { $0.isEnding } }

        var hasSeveralMembers: Bool { state.withLock { !$0.isAlone && !$0.isEnding } }

        // MARK: - On the thread that leads

        /// Performs the next action. Returns `false` if the thread no longer leads.
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

        /// Runs a closure without the lead. Returns whether the thread leads again.
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

        /// Asks the server for a subscription, and passes on the answer.
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

        /// Passes on an answer, unless the subscription has ended meanwhile.
        private func serve(_ member: LoopMember, _ answer: consuming ReaderAnswer) -> Bool {
            guard state.withLock({ $0.serve(member) }) else {
                giveBack(member, .ask)
                return true
            }
            release()
            giveBack(member, member.reader.take(answer))
            return regain()
        }

        /// Asks the server for a member and the next ones, so that their round trips overlap.
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

        /// Handles the failure of a member's question.
        private func fail(_ member: LoopMember, _ failure: ConnectionFailure) -> Bool {
            if case .rejected(let reason) = failure, Refusal(reason).concernsStream {
                if state.withLock({ $0.serve(member) }) { return serve(member) { $0.reject(reason) } }
                // It has ended meanwhile, which is no reason to drop the connection of other
                // members.
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
