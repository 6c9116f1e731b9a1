import Locked
import SwiftObserver

/// A clock that stands still until the test moves it on.
///
/// ```swift
/// let clock = ManualClock()
/// let query = text.new().debounce(for: .milliseconds(300), clock: clock)
/// text <- "swift"
/// clock.advance(by: .milliseconds(300))    // the debounced message has been sent
/// ```
///
/// If alarms wait for the clock when it's released, the test fails at the line where it was
/// created. A task that sleeps, and most operators that wait, keep it alive: see
/// ``expectNoAlarms(fileID:filePath:line:)``. It's `Sendable`. Any thread may move it on.
public final class ManualClock: AlarmClock {

    /// A moment of a manual clock: what has passed since the clock was created. It's `Sendable`.
    public struct Instant: InstantProtocol {

        /// What has passed since the clock was created.
        public let offset: Duration

        /// Creates a moment of which it's known what has passed by then since the clock was
        /// created.
        public init(offset: Duration) { self.offset = offset }

        /// The moment that is so much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// What passes between this moment and another one.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment is before another one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Locked(State())

    private struct State: ~Copyable {
        var now = Instant(offset: .zero)

        /// To where the clock is being moved on, or was last.
        var end = Instant(offset: .zero)
        var alarms = AlarmQueue<Instant>()

        /// Those who wait until so many wait for the clock, by numbers that count up.
        var waiters: [(number: Int, alarmCount: Int, resume: CheckedContinuation<Bool, Never>)] = []
        var latestNumber = 0
        var isRestIgnored = false

        /// Removes those who wait for no more alarms than there are.
        mutating func takeSatisfied() -> [CheckedContinuation<Bool, Never>] {
            let count = alarms.count, satisfied = waiters.filter { $0.alarmCount <= count }
            waiters.removeAll { $0.alarmCount <= count }
            return satisfied.map(\.resume)
        }
    }

    private let start: TestLine

    /// Creates a clock.
    public init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        let start = TestLine(fileID, filePath, line), state = state
        self.start = start
        Unattended.add(state, at: start) {
            state.withLock { state in
                guard !state.isRestIgnored, let wait = Self.waiting(in: state) else { return nil }
                return "Maybe the clock of \(start) is to be moved on: \(wait)."
            }
        }
    }

    deinit {
        Unattended.remove(state)
        let count = state.withLock { $0.isRestIgnored ? 0 : $0.alarms.count }
        if count > 0 { start.fail("Alarms of the clock that never rang: \(count)") }
    }

    /// The moment at which the clock stands.
    public var now: Instant { state.withLock { $0.now } }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// How many wait for the clock: alarms, among them those of operators, and tasks that sleep.
    public var alarmCount: Int { state.withLock { $0.alarms.count } }

    /// When the next one of them is due, or `nil` if there's none.
    public var nextAlarm: Instant? { state.withLock { $0.alarms.earliest } }

    /// Lets the test fail at this line if an alarm or a sleeping task waits for the clock.
    ///
    /// Ask it when all should be over. An operator that waits for a clock may keep it alive, and
    /// then nobody finds that when the clock is released.
    public func expectNoAlarms(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) {
        if let wait = state.withLock({ Self.waiting(in: $0) }) {
            TestLine(fileID, filePath, line).fail("Someone waits for the clock: \(wait).")
        }
    }

    /// Doesn't let the test fail because of alarms that wait when the clock is released.
    public func ignoreRest() { state.withLock { $0.isRestIgnored = true } }

    /// Calls a closure when the clock is moved on to that moment, or beyond. If it stands there
    /// already, that's when it's moved on next, or still in this move if it's being moved on.
    ///
    /// - Returns: What cancels the alarm.
    @discardableResult
    public func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let (alarm, satisfied) = state.withLock { state in
            let alarm = state.alarms.add(at: moment, ring)
            return (alarm, state.takeSatisfied())
        }
        for waiter in satisfied { waiter.resume(returning: true) }
        return { [self] in cancel(alarm) }
    }

    /// Suspends the task until the clock is moved on to that moment, or beyond. The task goes on at
    /// some time after that. If it's cancelled, this throws a `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
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

    /// Moves the clock on, and calls all alarms that are due on this thread, in the order of their
    /// moments. While one is called, the clock stands at its moment. Alarms that are set meanwhile
    /// are called, too, if they're due.
    ///
    /// When this returns, all operators on this clock have sent what is due. Tasks that sleep are
    /// woken, and go on when they get a processor. If several threads move the clock on at once, or
    /// an alarm does, it's moved on by the sum. Then, one call may return while another one is
    /// still calling an alarm.
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

    /// Moves the clock on to a moment, unless it's past that. See ``advance(by:)``.
    ///
    /// ```swift
    /// clock.advance(to: ManualClock.Instant(offset: .seconds(5)))
    /// ```
    public func advance(to moment: Instant) {
        state.withLock { $0.end = max($0.end, moment) }
        ring(until: moment)
    }

    /// Waits until so many alarms and sleeping tasks wait for the clock, and then moves it on. See
    /// ``advance(by:)``.
    ///
    /// ```swift
    /// await clock.advance(by: .seconds(1), whenAwaitedBy: 1)    // the task under test sleeps by now
    /// ```
    ///
    /// A task that was just started has maybe not begun to sleep. If so many don't wait within the
    /// limit, which is real time, or the task is cancelled, the test fails at this line, and the
    /// clock is moved on nevertheless.
    public func advance(
        by duration: Duration, whenAwaitedBy count: Int, within limit: Duration = .seconds(10),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line
    ) async {
        if await !isAwaited(by: count, within: limit) {
            let end = Task.isCancelled ? "when the task is cancelled" : "after \(limit)"
            TestLine(fileID, filePath, line).fail(
                "The clock should be awaited by \(count), and is awaited by \(alarmCount) \(end).")
        }
        advance(by: duration)
    }

    /// Moves the clock on until nothing waits for it, from one alarm to the next, and returns how
    /// many there were.
    ///
    /// Tasks that sleep are woken, but go on later. If they sleep again, call
    /// ``advance(by:whenAwaitedBy:within:fileID:filePath:line:)``. A timer that always sets its
    /// next alarm would never be over, so the test fails at this line if the limit is reached.
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
            TestLine(fileID, filePath, line).fail("\(limit) alarms have rung, and the clock is still awaited.")
        }
        return limit
    }

    /// Whether so many wait for the clock, or will within the limit.
    private func isAwaited(by count: Int, within limit: Duration) async -> Bool {
        let number = state.withLock { state in
            state.latestNumber += 1
            return state.latestNumber
        }
        let cancelAlarm = Locked<(@Sendable () -> Void)?>(nil)
        defer { cancelAlarm.withLock { $0 }?() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSatisfied: Bool? = state.withLock { state in
                    if state.alarms.count >= count { return true }
                    if Task.isCancelled { return false }
                    state.waiters.append((number, count, continuation))
                    return nil
                }
                if let isSatisfied { return continuation.resume(returning: isSatisfied) }
                let cancel = continuousAlarms.set(at: .now + min(limit, .longest)) { [self] in giveUp(number) }
                cancelAlarm.withLock { $0 = cancel }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0).resume }
        }
        waiter?.resume(returning: false)
    }

    /// The next alarm that is due by then, or whenever it is.
    private func nextAlarm(until end: Instant?) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let latest = end ?? state.alarms.earliest, let first = state.alarms.removeFirst(dueBy: latest)
            else { return nil }
            state.now = max(state.now, first.moment)
            state.end = max(state.end, state.now)
            return first.ring
        }
    }

    /// Who waits for a clock, if anyone does.
    private static func waiting(in state: borrowing State) -> String? {
        guard let next = state.alarms.earliest else { return nil }
        return "it's awaited by \(state.alarms.count), the next one in \(state.now.duration(to: next))"
    }

    private func cancel(_ alarm: Alarm<Instant>) {
        let removed = state.withLock { $0.alarms.remove(alarm) }
        withExtendedLifetime(removed) {}
    }
}
