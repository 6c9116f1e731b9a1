/// One wait for room, by a task or a thread.
final class RoomRequest: Awaited {

    private let office: PostOffice
    private let limit: Int

    /// The waiter, once the wait has begun. No other lock is taken while this one is held.
    private let waiter = Protected(RoomWaiter?.none)

    init(_ office: PostOffice, below limit: Int) {
        if limit < 1 { Misuse.roomForNothing.stop() }
        self.office = office
        self.limit = limit
    }

    func begin(_ resume: @escaping @Sendable () -> Void) {
        let waiter = RoomWaiter(below: limit) { [self] in
            forgetWaiter()
            resume()
        }
        _ = self.waiter.exchange(waiter)
        office.waitForRoom(waiter)
    }

    func giveUp() -> Bool { forgetWaiter().map { office.giveUpRoom($0) } ?? false }

    /// Lets go of the waiter, which may retain this request.
    @discardableResult
    private func forgetWaiter() -> RoomWaiter? { waiter.exchange(nil) }

    /// Suspends the task until there's room.
    ///
    /// Returns `false` if the task is cancelled, before or meanwhile, or if no more messages can be
    /// sent.
    func wait(isolation: isolated (any Actor)?) async -> Bool {
        if Task.isCancelled { return false }
        return await suspend(atMost: .seconds(Int64.max), isolation: isolation) && !office.isClosed
    }

    /// Blocks the thread. Returns `false` if there's no room in time, or no more can be sent.
    func wait(atMost duration: Duration) -> Bool {
        let hasRoom = block(atMost: duration) {
            if let waiter = waiter.copy(), office.isStuck(waiter) { Misuse.roomForItself.stop() }
            return true
        }
        return hasRoom && !office.isClosed
    }
}
