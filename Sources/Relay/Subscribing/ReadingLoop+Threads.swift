#if Relay

    import Dispatch

    extension ReadingLoop {

        /// Starts the first thread, and one that follows it if there are several subscriptions.
        ///
        /// - Parameter reader: The subscription to notify if there's no thread for it.
        func startThreads(first reader: StreamReader) {
            guard hasThreads else { return }
            addThread { reason in _ = reader.lose(reason) }
            if hasSeveralMembers { addThread() }
        }

        private func addThread(delay: (_ reason: String) -> Void = { _ in }) {
            let needsFollower = hasSeveralMembers
            let (isNew, isFirst) = changeLead { lead in
                (lead.addThread(needsFollower: needsFollower), lead.threadCount == 1)
            }
            guard isNew else { return }
            // A thread that isn't there yet must not drain the signals for the leading one.
            let stopper = isFirst ? stopper : Stopper()
            startThread(named: "relay-reader", stopper, network.pauses) { [self] in
                run()
            } delay: {
                delay($0)
            }
        }

        /// Leads and follows in turns, until this thread has nothing more to do.
        private func run() {
            while follow() {
                // The thread that takes the lead may lose it in a handler, too.
                if hasSeveralMembers { addThread() }
                while step() {}
                if !changeLead({ [isOver] in $0.becomeFollower(isOver: isOver) }) { return }
            }
        }

        /// Waits for the lead. Returns `false` if the thread must end.
        private func follow() -> Bool {
            var latest: UInt64?, quietCount = 0
            while true {
                // Read first: if all members are leaving by now, those without a thread are found
                // below.
                let isOver = self.isOver
                if hasLeaving, !endLeaving() { return false }
                let duty = changeLead { lead in
                    quietCount = lead.releaseCount == latest ? quietCount + 1 : 0
                    latest = lead.releaseCount
                    return lead.follow(isQuiet: quietCount > 5, isOver: isOver, at: network.now)
                }
                switch duty {
                case .lead: return true
                case .end: return false
                case .watch: _ = following.wait(timeout: .now() + .milliseconds(10))
                case .sleep:
                    // Members that left before this thread counted as asleep haven't woken it.
                    if !hasLeaving, self.isOver == isOver { following.wait() }
                }
            }
        }

        /// Ends subscriptions that no thread serves.
        ///
        /// Since that runs client code, another thread follows meanwhile. Returns `false` if that
        /// thread keeps following.
        private func endLeaving() -> Bool {
            changeLead { $0.pauseFollowing() }
            if hasSeveralMembers { addThread() }
            // Read first, since other members may leave meanwhile, which this thread has to end.
            let isOver = self.isOver
            endAllLeaving()
            return changeLead { $0.becomeFollower(isOver: isOver) }
        }

        /// `true` if the follower sleeps until it's woken.
        var isFollowerAsleep: Bool { changeLead { $0.isFollowerAsleep } }

        /// Wakes the follower, so that it checks whether there's work.
        func wakeFollower() { if changeLead({ $0.wakeFollower() }) { following.signal() } }

        /// Gives up the lead.
        func release() { if changeLead({ $0.release(at: network.now) }) { following.signal() } }

        /// Takes the lead again, unless another thread has it.
        func regain() -> Bool {
            if changeLead({ $0.regain() }) { return true }
            // The leading thread may wait, without knowing of the member that this one has given
            // back.
            wake()
            return false
        }
    }
#endif
