#if Relay

    /// Which of the threads of a ``ReadingLoop`` leads, and how many there are.
    struct Lead {

        /// `true` while a thread leads.
        private(set) var isTaken = false

        /// When the lead was given up last.
        private var freeSince: ContinuousClock.Instant?

        /// How many threads there are, and how many of them wait to lead.
        private(set) var threadCount = 0
        private var followerCount = 0

        /// `true` if the follower sleeps until it's woken.
        private(set) var isFollowerAsleep = false

        /// How often the lead was given up.
        private(set) var releaseCount: UInt64 = 0

        /// How long the lead may be free before another thread takes it. Most handlers take less time.
        static let patience = Duration.milliseconds(10)

        /// What a thread that doesn't lead is to do.
        enum Duty {
            case lead, watch, sleep, end
        }

        /// Takes note of a thread that's being started. Returns `false` if there are enough.
        mutating func addThread(needsFollower: Bool) -> Bool {
            if threadCount > 0, !needsFollower || followerCount > 0 { return false }
            threadCount += 1
            followerCount += 1
            return true
        }

        /// Decides what a follower does next.
        ///
        /// - Parameters:
        ///   - isQuiet: Whether the lead hasn't been given up for a while, so that the follower may sleep.
        ///   - isOver: Whether all subscriptions end, or have ended.
        mutating func follow(isQuiet: Bool, isOver: Bool, at now: ContinuousClock.Instant) -> Duty {
            isFollowerAsleep = false
            if isOver {
                (followerCount, threadCount) = (followerCount - 1, threadCount - 1)
                return .end
            }
            if !isTaken, freeSince.map({ $0.duration(to: now) >= Self.patience }) ?? true {
                (isTaken, followerCount) = (true, followerCount - 1)
                return .lead
            }
            isFollowerAsleep = isTaken && isQuiet
            return isFollowerAsleep ? .sleep : .watch
        }

        /// Gives up the lead. Returns whether a follower must be woken, which then watches.
        mutating func release(at now: ContinuousClock.Instant) -> Bool {
            (isTaken, freeSince) = (false, now)
            releaseCount &+= 1
            return wakeFollower()
        }

        /// Returns whether the follower must be woken.
        mutating func wakeFollower() -> Bool {
            defer { isFollowerAsleep = false }
            return isFollowerAsleep
        }

        /// Takes the lead again. Returns `false` if another thread has taken it meanwhile. Then this one follows, or ends if another one does.
        mutating func regain() -> Bool {
            if isTaken { return false }
            isTaken = true
            return true
        }

        /// Lets a follower do something else, so that another thread may follow.
        mutating func pauseFollowing() { followerCount -= 1 }

        /// Lets a thread that has lost the lead become a follower. Returns `false` if there's one, and the thread is to end.
        mutating func becomeFollower(isOver: Bool) -> Bool {
            if followerCount > 0 || isOver {
                threadCount -= 1
                return false
            }
            followerCount += 1
            return true
        }
    }
#endif
