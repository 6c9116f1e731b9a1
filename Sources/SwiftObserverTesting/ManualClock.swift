import Locked
import SwiftObserver

/// A clock that only advances when the test tells it to.
///
/// ```swift
/// let clock = ManualClock()
/// let query = text.new().debounce(for: .milliseconds(300), clock: clock)
/// text <- "swift"
/// clock.advance(by: .milliseconds(300))    // the debounced message has been sent
/// ```
///
/// If the clock is deallocated with pending alarms, the test fails at the line that created the
/// clock. Sleeping tasks and most waiting operators retain the clock, though: see
/// ``expectNoAlarms(fileID:filePath:line:)`` and ``NothingLeftTrait``.
///
/// **Threads:** The clock is `Sendable`. Any thread may advance it.
public final class ManualClock: AlarmClock {

    /// A point in time of a manual clock. It's `Sendable`.
    public struct Instant: InstantProtocol {

        /// The duration from the creation of the clock.
        public let offset: Duration

        /// Creates a point in time.
        public init(offset: Duration) { self.offset = offset }

        /// The point in time after a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The duration to another point in time.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether the first point in time is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Locked(State())

    private struct State: ~Copyable {
        var now = Instant(offset: .zero)

        /// The time to which the clock is being advanced, or was last.
        var end = Instant(offset: .zero)
        var alarms = AlarmQueue<Instant>()

        /// The tasks that wait for a number of alarms, with numbers that count up.
        var waiters: [(number: Int, alarmCount: Int, resume: CheckedContinuation<Bool, Never>)] = []
        var latestNumber = 0

        /// Removes the tasks for which there are enough alarms.
        mutating func takeSatisfied() -> [CheckedContinuation<Bool, Never>] {
            let count = alarms.count, satisfied = waiters.filter { $0.alarmCount <= count }
            waiters.removeAll { $0.alarmCount <= count }
            return satisfied.map(\.resume)
        }
    }

    private let rest: Unattended.Rest

    /// Creates a clock.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let start = TestLine(fileID, filePath, line)
        rest = Unattended.Rest(at: start) { [state] in
            state.withLock { Self.waiting(in: $0) }.map { "The clock of \(start) may have to be advanced. \($0)" }
        }
    }

    deinit { rest.end("The clock was deallocated with alarms that haven't rung: \(alarmCount).") }

    /// The current time.
    public var now: Instant { state.withLock { $0.now } }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// The number of pending alarms, including those of operators and sleeping tasks.
    public var alarmCount: Int { state.withLock { $0.alarms.count } }

    /// The time of the next alarm, or `nil` if there's none.
    public var nextAlarm: Instant? { state.withLock { $0.alarms.earliest } }

    /// Fails the test at this line if alarms are pending or tasks sleep.
    ///
    /// Call it at the end of a test. ``NothingLeftTrait`` looks automatically, but only for alarms
    /// that outlive the local variables of the test.
    public func expectNoAlarms(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        if let wait = state.withLock({ Self.waiting(in: $0) }) {
            TestLine(fileID, filePath, line).fail(wait)
        }
    }

    /// Accepts pending alarms when the clock is deallocated or the test is over.
    public func ignoreRest() { rest.ignore() }

    /// Calls a closure when the clock reaches a point in time.
    ///
    /// If the clock has reached it already, that's in the next or the current call of
    /// ``advance(by:)``.
    ///
    /// - Returns: A closure that cancels the alarm.
    @discardableResult
    public func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let (alarm, satisfied) = state.withLock { state in
            let alarm = state.alarms.add(at: moment, ring)
            return (alarm, state.takeSatisfied())
        }
        for waiter in satisfied { waiter.resume(returning: true) }
        return { [self] in cancel(alarm) }
    }

    /// Suspends the task until the clock reaches a point in time.
    ///
    /// The task resumes some time after that. If it's cancelled, this throws a `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let sleeper = Sleeper(), alarm = Locked<Alarm<Instant>?>(nil)
        defer { if let alarm = alarm.withLock({ $0 }) { cancel(alarm) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.sleep(continuation)
                let (isOver, satisfied) = state.withLock { state -> (Bool, [CheckedContinuation<Bool, Never>]) in
                    if state.now >= deadline { return (true, []) }
                    let new = state.alarms.add(at: deadline) { sleeper.wake() }
                    alarm.withLock { $0 = new }
                    return (false, state.takeSatisfied())
                }
                if isOver { sleeper.wake() }
                for waiter in satisfied { waiter.resume(returning: true) }
            }
        } onCancel: {
            if let alarm = alarm.withLock({ $0 }) { cancel(alarm) }
            sleeper.cancel()
        }
    }

    /// Advances the clock, and calls all alarms that are due.
    ///
    /// **Order:** The alarms are called on this thread, in the order of their times. During a call,
    /// the clock shows the time of the alarm. Alarms that are set meanwhile are called if they're
    /// due. When this returns, all operators on the clock have sent everything that's due. Sleeping
    /// tasks resume later.
    ///
    /// **Threads:** If several threads advance the clock at once, or an alarm does, the durations
    /// add up. One call may return while another one is still calling an alarm.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A manual clock can't go backwards.")
        let end = state.withLock { state in
            state.end = state.end.advanced(by: duration)
            return state.end
        }
        ring(until: end)
    }

    private func ring(until end: Instant) {
        while let ring = nextAlarm(until: end) { ring() }
        state.withLock { $0.now = max($0.now, end) }
    }

    /// Advances the clock to a point in time, unless it's later already.
    ///
    /// ```swift
    /// clock.advance(to: ManualClock.Instant(offset: .seconds(5)))
    /// ```
    ///
    /// See ``advance(by:)``.
    public func advance(to moment: Instant) {
        state.withLock { $0.end = max($0.end, moment) }
        ring(until: moment)
    }

    /// Waits for a number of alarms or sleeping tasks, and then advances the clock.
    ///
    /// ```swift
    /// await clock.advance(by: .seconds(1), whenAwaitedBy: 1)    // the task under test sleeps by now
    /// ```
    ///
    /// Use it if a task may not have begun to sleep yet. The limit is real time. If the number
    /// isn't reached within it, or the task is cancelled, the test fails at this line. The clock
    /// advances nevertheless. See ``advance(by:)``.
    public func advance(
        by duration: Duration, whenAwaitedBy count: Int, within limit: Duration = .seconds(10),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async {
        if await !isAwaited(by: count, within: limit) {
            let end = Task.isCancelled ? "when the task is cancelled" : "after \(limit)"
            TestLine(fileID, filePath, line).fail(
                "The test expects \(count) alarms, but there are \(alarmCount) \(end).")
        }
        advance(by: duration)
    }

    /// Advances the clock from alarm to alarm until none is pending.
    ///
    /// Sleeping tasks resume later. If they sleep again, use
    /// ``advance(by:whenAwaitedBy:within:fileID:filePath:line:)``. If the limit is reached, as with
    /// a timer that always sets its next alarm, the test fails at this line.
    ///
    /// - Returns: The number of alarms.
    @discardableResult
    public func run(
        upTo limit: Int = 1000, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> Int {
        for count in 0..<limit {
            guard let ring = nextAlarm(until: nil) else { return count }
            ring()
        }
        if alarmCount > 0 {
            TestLine(fileID, filePath, line).fail("\(limit) alarms have rung, and more are pending.")
        }
        return limit
    }

    /// Whether the number of alarms is reached within the limit.
    private func isAwaited(by count: Int, within limit: Duration) async -> Bool {
        let number = state.withLock { state in
            state.latestNumber += 1
            return state.latestNumber
        }
        return await waitForValue(within: limit, orGiveUp: { [self] in giveUp(number) }) { continuation in
            state.withLock { state in
                if state.alarms.count >= count { return true }
                if Task.isCancelled { return false }
                state.waiters.append((number, count, continuation))
                return nil
            }
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0).resume }
        }
        waiter?.resume(returning: false)
    }

    /// The next alarm that is due at the given time, or the next of all alarms.
    private func nextAlarm(until end: Instant?) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let latest = end ?? state.alarms.earliest, let first = state.alarms.removeFirst(dueBy: latest)
            else { return nil }
            state.now = max(state.now, first.moment)
            state.end = max(state.end, state.now)
            return first.ring
        }
    }

    /// Describes the pending alarms, if there are any.
    private static func waiting(in state: borrowing State) -> String? {
        guard let next = state.alarms.earliest else { return nil }
        return "Alarms that haven't rung: \(state.alarms.count), the next due in \(state.now.duration(to: next))."
    }

    private func cancel(_ alarm: Alarm<Instant>) {
        let removed = state.withLock { $0.alarms.remove(alarm) }
        withExtendedLifetime(removed) {}
    }
}
