/// Waiters for room, in the order of asking.
///
/// This is a value without threads or locks. The office calls it under its lock, and finishes the
/// work after unlocking.
///
/// INVARIANTS
/// - Waiters have ascending numbers, in the order of asking.
/// - `firstNumber` is the number of the first waiter or, without waiters, of the next waiter to
///   come.
struct RoomQueue {

    /// The waiters, by numbers that count up.
    private var waiters: [Int: RoomWaiter] = [:]

    /// The number of the first waiter, if there is one, and that of the next waiter to come.
    private var firstNumber = 0, nextNumber = 0

    var isEmpty: Bool {
        @inline(__always)
        get { waiters.isEmpty }
    }

    #if EXPLORE
        /// The number of waiters.
        var count: Int { waiters.count }
    #endif

    /// The limit below which the backlog must fall for the first waiter, or 0 without waiters.
    var firstLimit: Int { waiters[firstNumber]?.limit ?? 0 }

    mutating func append(_ waiter: RoomWaiter) {
        waiter.number = nextNumber
        waiters[nextNumber] = waiter
        nextNumber += 1
    }

    /// Removes the waiters that have room, and returns whether there are any.
    ///
    /// No waiter resumes before one that asked earlier.
    mutating func takeSatisfied(by backlog: Int, _ work: inout DeferredWork) -> Bool {
        var areThereAny = false
        while let waiter = waiters[firstNumber], backlog < waiter.limit {
            work.perform(waiter)
            _ = takeWaiter(firstNumber)
            areThereAny = true
        }
        return areThereAny
    }

    /// Removes a waiter. O(1) amortized.
    ///
    /// - Returns: Whether it was still waiting.
    mutating func remove(_ waiter: RoomWaiter) -> Bool { takeWaiter(waiter.number) != nil }

    private mutating func takeWaiter(_ number: Int) -> RoomWaiter? {
        guard let waiter = waiters.removeValue(forKey: number) else { return nil }
        if waiters.isEmpty {
            // The memory for many waiters is freed with the last one.
            waiters = [:]
            firstNumber = nextNumber
        }
        while firstNumber < nextNumber, waiters[firstNumber] == nil { firstNumber += 1 }
        return waiter
    }
}

/// A task or thread that waits until fewer messages wait than its limit.
///
/// `@unchecked Sendable` because the number is guarded by the lock of the office.
final class RoomWaiter: DeferredTask, @unchecked Sendable {

    let limit: Int

    /// Its number in the queue, once it's there.
    fileprivate var number = -1

    /// Resumes the task or thread, because there's room.
    ///
    /// It's called once, without a lock, unless the wait was given up.
    private let resume: @Sendable () -> Void

    init(below limit: Int, resume: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.resume = resume
    }

    override func performDeferredTask() { resume() }
}
