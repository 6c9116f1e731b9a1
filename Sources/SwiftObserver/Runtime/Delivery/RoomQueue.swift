/// Those who wait until few enough messages wait, in the order of asking.
///
/// A value without threads or locks: the office calls it under its lock, and finishes the work after unlocking.
///
/// INVARIANTS
/// - Waiters have ascending numbers, in the order of asking.
/// - `firstNumber` is that of the first who waits or, if nobody does, that of the next one to come.
struct RoomQueue {

    /// By numbers that count up.
    private var waiters: [Int: RoomWaiter] = [:]

    /// The number of the first waiter, if there's one, and that of the next one to come.
    private var firstNumber = 0, nextNumber = 0

    var isEmpty: Bool {
        @inline(__always)
        get { waiters.isEmpty }
    }

    #if EXPLORE
        /// How many wait.
        var count: Int { waiters.count }
    #endif

    /// Below which number the messages that wait must fall before the first one may go on. 0 if nobody waits.
    var firstLimit: Int { waiters[firstNumber]?.limit ?? 0 }

    mutating func append(_ waiter: RoomWaiter) {
        waiter.number = nextNumber
        waiters[nextNumber] = waiter
        nextNumber += 1
    }

    /// Removes those who may go on, and tells whether there are any. Nobody goes on before who asked first.
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
            // The memory for many waiters goes with the last one.
            waiters = [:]
            firstNumber = nextNumber
        }
        while firstNumber < nextNumber, waiters[firstNumber] == nil { firstNumber += 1 }
        return waiter
    }
}

/// Someone who waits until fewer messages wait than their limit.
///
/// `@unchecked Sendable` because the number is guarded by the lock of the office.
final class RoomWaiter: DeferredTask, @unchecked Sendable {

    let limit: Int

    /// Its number in the queue, once it's there.
    fileprivate var number = -1

    /// Lets them go on, since there is room. It's called once, without a lock, unless they gave up.
    private let resume: @Sendable () -> Void

    init(below limit: Int, resume: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.resume = resume
    }

    override func performDeferredTask() { resume() }
}
