/// Decides which waiters for room may resume.
extension PostOfficeState {

    /// `true` if there are waiters for room.
    var isRoomWanted: Bool {
        @inline(__always)
        get { extras.existing?.pointee.room.isEmpty == false }
    }

    /// The limit below which the backlog must fall for the first waiter, or 0 without waiters.
    var firstLimit: Int { extras.existing?.pointee.room.firstLimit ?? 0 }

    #if EXPLORE
        /// The number of waiters.
        var waiters: Int { extras.existing?.pointee.room.count ?? 0 }
    #endif

    /// The number of letters that are pending for in-place observations.
    ///
    /// If there are none of these observations, letters wait for no handler.
    private var inLine: Int { registry.count == 0 ? 0 : mailbox.backlog }

    /// The largest number of messages that are pending, or wait for one handler or loop.
    var backlog: Int {
        let inLine = inLine
        var largest = inLine
        forEachBacklog { largest = max(largest, $0.count + ($1 ? inLine : 0)) }
        return largest
    }

    /// Calls the closure with the backlog of each observation apart from letters.
    ///
    /// The closure also learns whether letters wait for that observation, too. Locks of lanes,
    /// loops and parts of combined observations may be taken meanwhile.
    private func forEachBacklog(_ act: (_ backlog: Backlog, _ isBehindLine: Bool) -> Void) {
        extras.existing?.pointee.hops.forEach { if let backlog = $0.backlog { act(backlog, false) } }
        registry.forEach { if let backlog = $0.backlog { act(backlog, true) } }
    }

    /// Appends a waiter after all other waiters for room.
    mutating func addWaiter(_ waiter: RoomWaiter, _ work: inout DeferredWork) {
        extras.created().pointee.room.append(waiter)
        takeWaitersWithRoom(&work)
    }

    /// Removes a waiter that gave up, and returns whether it was still waiting.
    ///
    /// If no waiter is left, consumers no longer report messages that they take out.
    mutating func removeWaiter(_ waiter: RoomWaiter, _ work: inout DeferredWork) -> Bool {
        guard extras.existing?.pointee.room.remove(waiter) == true else { return false }
        takeSatisfiedWaiters(&work)
        return true
    }

    /// Returns whether messages wait for the calling thread, which can't handle them meanwhile.
    func isStuck(_ waiter: RoomWaiter, on thread: ThreadID) -> Bool {
        var isStuck = inLine >= waiter.limit && (mailbox.isDelivering(thread) || lane?.isRunHere == true)
        forEachBacklog { backlog, _ in if backlog.count >= waiter.limit, backlog.isConsumedHere { isStuck = true } }
        return isStuck
    }

    /// Removes the waiters that have room. They resume when the work is finished.
    ///
    /// If the observable is closed, these are all waiters. The others are notified later.
    ///
    /// The limit is set before the messages are counted. A consumer first takes them out, and then
    /// looks at the limit. So either fewer messages are counted here, or the consumer makes room.
    @inline(__always)
    mutating func takeWaitersWithRoom(_ work: inout DeferredWork) { if isRoomWanted { takeSatisfiedWaiters(&work) } }

    @inline(never)
    private mutating func takeSatisfiedWaiters(_ work: inout DeferredWork) {
        repeat {
            want(below: firstLimit)
        } while extras.created().pointee.room.takeSatisfied(by: isClosed ? 0 : backlog, &work)
    }

    private mutating func want(below limit: Int) {
        mailbox.want(below: limit)
        forEachBacklog { backlog, _ in backlog.want(below: limit) }
    }
}
