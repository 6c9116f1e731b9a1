#if Relay

    /// Decides which thread of a ``ReadingLoop`` leads, and how many threads there are.
    struct Lead {

        /// `true` while a thread leads.
        private(set) var isTaken = false

        /// The instant at which the lead was last given up.
        private var freeSince: ContinuousClock.Instant?

        /// The number of threads, and of those that wait to lead.
        private(set) var threadCount = 0
        private var followerCount = 0

        /// `true` if the follower sleeps until it's woken.
        private(set) var isFollowerAsleep = false

        /// The number of times that the lead was given up.
        private(set) var releaseCount: UInt64 = 0

        /// The time after which another thread takes a free lead. Most handlers take less time.
        static let patience = Duration.milliseconds(10)

        /// The task of a thread that doesn't lead.
        enum Duty {
            case lead, watch, sleep, end
        }

        /// Adds a thread that's being started. Returns `false` if there are enough.
        mutating func addThread(needsFollower: Bool) -> Bool {
            if threadCount > 0, !needsFollower || followerCount > 0 { return false }
            threadCount += 1
            followerCount += 1
            return true
        }

        /// Decides the next duty of a follower.
        ///
        /// - Parameters:
        ///   - isQuiet: Whether the lead hasn't been given up for a while, so that the follower may
        ///     sleep.
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

        /// Takes the lead again. Returns `false` if another thread has taken it meanwhile.
        ///
        /// Then this thread follows, or ends if another one does.
        mutating func regain() -> Bool {
            if isTaken { return false }
            isTaken = true
            return true
        }

        /// Lets a follower do other work, so that another thread may follow.
        mutating func pauseFollowing() { followerCount -= 1 }

        /// Makes a thread that has lost the lead a follower.
        ///
        /// Returns `false` if there's already a follower. Then the thread must end.
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
