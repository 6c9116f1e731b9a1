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
/// It's `Sendable`. Any thread may move it on.
public final class ManualClock: AlarmClock {

    /// A moment of a manual clock: what has passed since the clock was created. It's `Sendable`.
    public struct Instant: InstantProtocol {

        /// What has passed since the clock was created.
        public let offset: Duration

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
    }

    /// Creates a clock.
    public init() {}

    /// The moment at which the clock stands.
    public var now: Instant { state.withLock { $0.now } }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// How many wait for the clock.
    public var alarmCount: Int { state.withLock { $0.alarms.count } }

    /// Calls a closure when the clock is moved on to that moment, or beyond. If it stands there already, that's the next time that it's moved on.
    ///
    /// - Returns: What cancels the alarm.
    @discardableResult
    public func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let alarm = state.withLock { $0.alarms.add(at: moment, ring) }
        return { [self] in cancel(alarm) }
    }

    /// Suspends the task until the clock is moved on to that moment, or beyond. The task goes on at some time after that. If it's cancelled, this throws
    /// a `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let sleeper = Sleeper(), alarm = Locked<Alarm<Instant>?>(nil)
        defer { if let alarm = alarm.withLock({ $0 }) { cancel(alarm) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.sleep(continuation)
                let isOver = state.withLock { state in
                    if state.now >= deadline { return true }
                    let new = state.alarms.add(at: deadline) { sleeper.wake() }
                    alarm.withLock { $0 = new }
                    return false
                }
                if isOver { sleeper.wake() }
            }
        } onCancel: {
            sleeper.cancel()
        }
    }

    /// Moves the clock on, and calls all alarms that are due on this thread, in the order of their moments. While one is called, the clock stands at its
    /// moment. Alarms that are set meanwhile are called, too, if they're due.
    ///
    /// When this returns, all operators on this clock have sent what is due. Tasks that sleep are woken, and go on when they get a processor. If several threads
    /// move the clock on at once, or an alarm does, it's moved on by the sum. Then, one call may return while another one is still calling an alarm.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "A manual clock can't go backwards.")
        let end = state.withLock { state in
            state.end = state.end.advanced(by: duration)
            return state.end
        }
        while let ring = nextAlarm(until: end) { ring() }
        state.withLock { $0.now = max($0.now, end) }
    }

    private func nextAlarm(until end: Instant) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let first = state.alarms.removeFirst(dueBy: end) else { return nil }
            state.now = max(state.now, first.moment)
            return first.ring
        }
    }

    private func cancel(_ alarm: Alarm<Instant>) {
        let removed = state.withLock { $0.alarms.remove(alarm) }
        withExtendedLifetime(removed) {}
    }
}

/// A task that sleeps, and is woken once.
private final class Sleeper: Sendable {

    private let state = Locked(State())

    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var isCancelled = false
    }

    func sleep(_ continuation: CheckedContinuation<Void, any Error>) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
    }

    func wake() { takeContinuation()?.resume() }

    func cancel() { takeContinuation(cancelling: true)?.resume(throwing: CancellationError()) }

    private func takeContinuation(cancelling: Bool = false) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            if cancelling { state.isCancelled = true }
            return state.continuation.take()
        }
    }
}
