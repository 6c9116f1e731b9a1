import Testing

@testable import SwiftObserver

@Suite struct RoomQueueTests {

    private var queue = RoomQueue()
    private let waiters: [RoomWaiter]

    /// The limits of the waiters that were resumed.
    private let satisfied = Recorder<Int>()

    init() {
        waiters = [3, 5, 1, 4].map { [satisfied] limit in RoomWaiter(below: limit) { satisfied.record(limit) } }
    }

    @Test mutating func `nobody waits in the beginning`() {
        #expect(queue.isEmpty)
        #expect(queue.firstLimit == 0)
        #expect(take(0) == [])
    }

    @Test mutating func `nobody goes on before who asked first`() {
        for waiter in waiters { queue.append(waiter) }
        #expect(queue.firstLimit == 3)
        #expect(take(4) == [])
        #expect(take(3) == [])
        #expect(take(2) == [3, 5])
        #expect(queue.firstLimit == 1)
        #expect(take(1) == [])
        #expect(take(0) == [1, 4])
        #expect(queue.isEmpty)
    }

    @Test mutating func `who gives up is removed, once, and only that one`() {
        for waiter in waiters { queue.append(waiter) }
        #expect(remove(waiters[0]) == true)
        #expect(remove(waiters[0]) == false)
        #expect(queue.firstLimit == 5)
        #expect(remove(waiters[2]) == true)
        #expect(take(3) == [5, 4])
        #expect(remove(waiters[1]) == false)
        #expect(queue.isEmpty)
    }

    private mutating func remove(_ waiter: RoomWaiter) -> Bool { queue.remove(waiter) }

    /// Resumes the waiters that this backlog satisfies, and returns their limits.
    private mutating func take(_ backlog: Int) -> [Int] {
        let before = satisfied.count
        var work = DeferredWork()
        let areThereAny = queue.takeSatisfied(by: backlog, &work)
        #expect(areThereAny == !work.isEmpty)
        work.finish()
        return Array(satisfied.values.dropFirst(before))
    }
}
