import Dispatch

/// A one-shot event that a thread or a task can await with a timeout.
package protocol Awaited: Sendable {

    /// Begins to wait. The closure is called once, without a lock, unless the wait is given up
    /// before.
    func begin(_ resume: @escaping @Sendable () -> Void)

    /// Gives up the wait, and returns whether this very call did.
    ///
    /// If not, the closure was called, or will be called shortly.
    func giveUp() -> Bool
}

extension Awaited {

    /// Blocks the thread until the event happens or time is up. Returns whether it happened.
    ///
    /// - Parameter mayBlock: Is called if the event hasn't happened when the wait begins, and the
    ///   duration is positive. If it returns `false`, the wait is given up.
    package func block(atMost duration: Duration, if mayBlock: () -> Bool) -> Bool {
        let semaphore = DispatchSemaphore(value: 0)
        begin { semaphore.signal() }
        // The time 0 stands for now. With any other time that is over, this takes as long as a
        // timer.
        if semaphore.wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .success { return true }
        if duration > .zero, mayBlock(), semaphore.wait(timeout: duration.deadline) == .success { return true }
        return !giveUp()
    }

    /// Suspends the task until the event happens, time is up or the task is cancelled.
    ///
    /// Returns whether the event happened.
    package func suspend(atMost duration: Duration, isolation: isolated (any Actor)?) async -> Bool {
        let waiting = WaitingTask(for: self, atMost: duration)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { waiting.begin($0) }
        } onCancel: {
            waiting.giveUp()
        }
    }
}

/// A task that waits, and may give up before, while or after it begins to wait.
private final class WaitingTask: Sendable {

    private let duration: Duration

    /// No other lock is taken while this one is held.
    private let state: Protected<State>

    private struct State {

        /// The event that the task awaits. It may refer to this object, until the wait is over.
        var awaited: (any Awaited)?
        var continuation: UnsafeContinuation<Bool, Never>?
        var timer: (any DispatchSourceTimer)?
        var hasBegun = false
        var isGivenUp = false
    }

    init(for awaited: any Awaited, atMost duration: Duration) {
        state = Protected(State(awaited: awaited))
        self.duration = duration
    }

    func begin(_ continuation: UnsafeContinuation<Bool, Never>) {
        let awaited = state.withLock { state in
            state.continuation = continuation
            return state.awaited
        }
        awaited?.begin { [self] in finish(true) }
        // If the wait was given up before this, it still has to end.
        let isGivenUp = state.withLock { state in
            state.hasBegun = true
            return state.isGivenUp
        }
        if isGivenUp || duration <= .zero { return giveUp() }
        if duration.deadline < .distantFuture { startTimer() }
    }

    private func startTimer() {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { [self] in giveUp() }
        timer.schedule(deadline: duration.deadline)
        let isOver = state.withLock { state in
            if state.continuation != nil { state.timer = timer }
            return state.continuation == nil
        }
        timer.activate()
        if isOver { timer.cancel() }
    }

    func giveUp() {
        let awaited = state.withLock { state in
            state.isGivenUp = true
            return state.hasBegun ? state.awaited : nil
        }
        if awaited?.giveUp() == true { finish(false) }
    }

    private func finish(_ hasHappened: Bool) {
        let (continuation, timer, awaited) = state.withLock {
            ($0.continuation.take(), $0.timer.take(), $0.awaited.take())
        }
        timer?.cancel()
        withExtendedLifetime(awaited) {}
        continuation?.resumeTask(returning: hasHappened)
    }
}

/// The moment when time is up. The clock stands still while the machine sleeps.
struct Deadline {

    private let end: SuspendingClock.Instant

    init(in duration: Duration) { end = .now + duration }

    var remaining: Duration { end - .now }
}

extension Duration {

    /// Stands for all longer durations, which mean never: a bit more than a century.
    ///
    /// Clocks can't count much further.
    package static var longest: Duration { .seconds(100 * 366 * 86_400) }

    /// The moment that far from now, or the distant future if that can't be represented.
    var deadline: DispatchTime {
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return .now() }
        let (nanoseconds, isOverflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumOverflow) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isOverflow || isSumOverflow ? .distantFuture : .now() + .nanoseconds(Int(sum))
    }
}
