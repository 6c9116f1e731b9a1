import Dispatch

/// One wait for room, by a task or a thread.
struct RoomRequest {

    private let office: PostOffice
    private let limit: Int

    init(_ office: PostOffice, below limit: Int) {
        if limit < 1 { Misuse.roomForNothing.stop() }
        self.office = office
        self.limit = limit
    }

    /// Suspends the task. Returns `false` if it was cancelled before there was room.
    func wait(isolation: isolated (any Actor)?) async -> Bool {
        let waiting = WaitingTask(office, below: limit)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { waiting.begin($0) }
        } onCancel: {
            waiting.cancel()
        }
    }

    /// Blocks the thread. Returns `false` if there's no room in time.
    func wait(atMost duration: Duration) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        let waiter = RoomWaiter(below: limit) { semaphore.signal() }
        office.waitForRoom(waiter)
        if semaphore.wait(timeout: .now()) == .success { return true }
        if duration > .zero, office.isStuck(waiter) { Misuse.roomForItself.stop() }
        if semaphore.wait(timeout: duration.deadline) == .success { return true }
        return !office.giveUpRoom(waiter)
    }
}

/// A task that waits for room, and may be cancelled before, while or after it begins to wait.
private final class WaitingTask: Sendable {

    private let office: PostOffice
    private let limit: Int

    /// No other lock is taken while this one is held.
    private let state = Protected(State())

    private struct State {
        var waiter: RoomWaiter?
        var continuation: UnsafeContinuation<Bool, Never>?
        var isCancelled = false
    }

    init(_ office: PostOffice, below limit: Int) {
        self.office = office
        self.limit = limit
    }

    func begin(_ continuation: UnsafeContinuation<Bool, Never>) {
        let waiter = RoomWaiter(below: limit) { [self] in finish(true) }
        state.withLock { state in
            state.waiter = waiter
            state.continuation = continuation
        }
        office.waitForRoom(waiter)
        // Who cancelled before that has not found the waiter.
        if state.withLock({ $0.isCancelled }) { giveUp(waiter) }
    }

    func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            return state.waiter
        }
        if let waiter { giveUp(waiter) }
    }

    private func giveUp(_ waiter: RoomWaiter) {
        if office.giveUpRoom(waiter) { finish(false) }
    }

    private func finish(_ hasRoom: Bool) {
        let continuation = state.withLock { state in
            state.waiter = nil
            return state.continuation.take()
        }
        continuation?.resume(returning: hasRoom)
    }
}

extension Duration {

    /// The moment that's so far from now, or the distant future if that can't be told.
    fileprivate var deadline: DispatchTime {
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return .now() }
        let (nanoseconds, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumOverflow) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isOverflow || isSumOverflow ? .distantFuture : .now() + .nanoseconds(Int(sum))
    }
}
