/// Those who wait until few enough messages wait, in the order of asking.
///
/// A value without threads or locks: the office calls it under its lock, and resumes after unlocking whom this returns.
struct RoomQueue {

    private var waiters: [RoomWaiter] = []

    var isEmpty: Bool {
        @inline(__always)
        get { waiters.isEmpty }
    }

    #if EXPLORE
        /// How many wait.
        var count: Int { waiters.count }
    #endif

    /// Below which number the messages that wait must fall before the first one may go on. 0 if nobody waits.
    var firstLimit: Int { waiters.first?.limit ?? 0 }

    mutating func append(_ waiter: RoomWaiter) { waiters.append(waiter) }

    /// Removes those who may go on. Nobody goes on before who asked first.
    mutating func takeSatisfied(by backlog: Int) -> [RoomWaiter] {
        let satisfied = Array(waiters.prefix { backlog < $0.limit })
        waiters.removeFirst(satisfied.count)
        return satisfied
    }

    /// Removes someone who gave up waiting, and tells whether they were still waiting.
    mutating func remove(_ waiter: RoomWaiter) -> Bool {
        guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return false }
        waiters.remove(at: index)
        return true
    }
}

/// Someone who waits until fewer messages wait than their limit.
final class RoomWaiter: Sendable {

    let limit: Int

    /// Lets them go on, since there is room. It's called once, without a lock, unless they gave up.
    let resume: @Sendable () -> Void

    init(below limit: Int, resume: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.resume = resume
    }
}
