/// Decides who waits for room, and who may go on.
extension PostOfficeState {

    /// Whether someone waits for fewer messages to wait.
    var isRoomWanted: Bool {
        @inline(__always)
        get { extras.existing?.pointee.room.isEmpty == false }
    }

    /// Below which number the messages that wait must fall before the first one may go on. 0 if nobody waits.
    var firstLimit: Int { extras.existing?.pointee.room.firstLimit ?? 0 }

    #if EXPLORE
        /// How many wait.
        var waiters: Int { extras.existing?.pointee.room.count ?? 0 }
    #endif

    /// How many messages wait in line for those who observe in place. What nobody observes any more waits for nobody.
    private var inLine: Int { registry.count == 0 ? 0 : mailbox.backlog }

    /// How many messages wait in line, or for the handler or the loop that's behind the most.
    var backlog: Int {
        let inLine = inLine
        var largest = inLine
        forEachBacklog { largest = max(largest, $0.count + ($1 ? inLine : 0)) }
        return largest
    }

    /// Calls the closure with what waits for each observation apart from the line, and whether the line waits for it, too. The
    /// locks of lanes, loops and parts of combined observations may be taken meanwhile.
    private func forEachBacklog(_ act: (_ backlog: Backlog, _ isBehindLine: Bool) -> Void) {
        extras.existing?.pointee.hops.forEach { if let backlog = $0.backlog { act(backlog, false) } }
        registry.forEach { if let backlog = $0.backlog { act(backlog, true) } }
    }

    /// Lets someone wait behind all others who wait for room.
    mutating func addWaiter(_ waiter: RoomWaiter, _ work: inout DeferredWork) {
        extras.created().pointee.room.append(waiter)
        takeWaitersWithRoom(&work)
    }

    /// Removes someone who gave up waiting. Tells whether that one was still waiting. If nobody waits then, nobody is told any more when
    /// messages are taken out.
    mutating func removeWaiter(_ waiter: RoomWaiter, _ work: inout DeferredWork) -> Bool {
        guard extras.existing?.pointee.room.remove(waiter) == true else { return false }
        takeSatisfiedWaiters(&work)
        return true
    }

    /// Whether messages wait for the calling thread, which can't handle them while it waits for there to be fewer.
    func isStuck(_ waiter: RoomWaiter, on thread: ThreadID) -> Bool {
        var isStuck = inLine >= waiter.limit && (mailbox.isDelivering(thread) || lane?.isRunHere == true)
        forEachBacklog { backlog, _ in if backlog.count >= waiter.limit, backlog.isConsumedHere { isStuck = true } }
        return isStuck
    }

    /// Removes those who may go on from the queue, to be resumed when the work is finished: all, if the observable is closed. The others
    /// are told when it's time.
    ///
    /// What is wanted is set before the messages are counted, and who takes them out does it the other way around. So either
    /// they are counted as fewer here, or who takes them out makes room.
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
