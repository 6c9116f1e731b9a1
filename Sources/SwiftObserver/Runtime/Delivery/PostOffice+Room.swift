/// Lets others wait until fewer messages wait.
extension PostOffice {

    /// How many messages wait for whoever is behind the most.
    var backlog: Int { state.withLock(orElse: 0) { $0.backlog } }

    /// Lets someone wait until fewer messages wait than they want. They're resumed right here if that's so already.
    func waitForRoom(_ waiter: RoomWaiter) {
        var work = DeferredWork()
        let isWaiting = state.withLock(orElse: false) {
            $0.addWaiter(waiter, &work)
            return true
        }
        if !isWaiting { work.perform(waiter) }
        work.finish()
    }

    /// Whether the calling thread would wait for itself: as long as it waits, it can't handle the messages that wait.
    func isStuck(_ waiter: RoomWaiter) -> Bool {
        let thread = ThreadID.current
        return state.withLock(orElse: false) { $0.isStuck(waiter, on: thread) }
    }

    /// Tells whether someone gave up waiting for room by this very call. If not, they're resumed.
    func giveUpRoom(_ waiter: RoomWaiter) -> Bool {
        var work = DeferredWork()
        let wasWaiting = state.withLock(orElse: false) { $0.removeWaiter(waiter, &work) }
        work.finish()
        return wasWaiting
    }

    #if EXPLORE
        /// How many wait for room.
        var waitersForRoom: Int { state.withLock(orElse: 0) { $0.waiters } }
    #endif
}
