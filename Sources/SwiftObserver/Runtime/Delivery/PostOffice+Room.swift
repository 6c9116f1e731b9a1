/// Lets senders wait for room.
extension PostOffice {

    /// The largest number of messages that wait for one handler or loop.
    var backlog: Int { state.withLock(orElse: 0) { $0.backlog } }

    /// Adds a waiter for room. If there's room already, it resumes right here.
    func waitForRoom(_ waiter: RoomWaiter) {
        var work = DeferredWork()
        let isWaiting = state.withLock(orElse: false) {
            $0.addWaiter(waiter, &work)
            return true
        }
        if !isWaiting { work.perform(waiter) }
        work.finish()
    }

    /// Returns whether the calling thread would wait for itself.
    ///
    /// As long as it waits, it can't handle the messages that wait.
    func isStuck(_ waiter: RoomWaiter) -> Bool {
        let thread = ThreadID.current
        return state.withLock(orElse: false) { $0.isStuck(waiter, on: thread) }
    }

    /// Gives up a wait for room, and returns whether this very call did.
    ///
    /// If not, the waiter resumes.
    func giveUpRoom(_ waiter: RoomWaiter) -> Bool {
        var work = DeferredWork()
        let wasWaiting = state.withLock(orElse: false) { $0.removeWaiter(waiter, &work) }
        work.finish()
        return wasWaiting
    }

    #if EXPLORE
        /// The number of waiters for room.
        var waitersForRoom: Int { state.withLock(orElse: 0) { $0.waiters } }
    #endif
}
