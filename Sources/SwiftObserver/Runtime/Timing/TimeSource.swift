/// Tells the time since its creation by any clock, and calls back at given times.
///
/// A base class and not a protocol, because it's asked for each message, and operators must not
/// have the type of the clock. `@unchecked Sendable` because it and its subclasses are immutable.
class TimeSource: @unchecked Sendable {

    /// The time that has passed so far.
    var now: Duration { .zero }

    /// Calls the closure when that much time has passed.
    ///
    /// Returns a closure that cancels the alarm. The alarm may ring nevertheless.
    func wake(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> CancelAlarm { {} }

    static func of(_ clock: any Clock<Duration>) -> TimeSource {
        if clock is ContinuousClock { return ContinuousTime(ContinuousClock()) }
        if let clock = clock as? SuspendingClock {
            return ClockTime(clock) { suspendingAlarms.set(at: $0, $1) }
        }
        return if let clock = clock as? any AlarmClock { ringing(clock) } else { sleeping(clock) }
    }

    private static func ringing(_ clock: some AlarmClock) -> TimeSource {
        ClockTime(clock) { clock.setAlarm(at: $0, $1) }
    }

    private static func sleeping(_ clock: some Clock<Duration>) -> TimeSource {
        ClockTime(clock) { sleep(on: clock, until: $0, $1) }
    }
}

private class ClockTime<C: Clock<Duration>>: TimeSource, @unchecked Sendable {

    private let clock: C
    fileprivate let start: C.Instant
    private let wake: @Sendable (C.Instant, @escaping @Sendable () -> Void) -> CancelAlarm

    init(_ clock: C, wake: @escaping @Sendable (C.Instant, @escaping @Sendable () -> Void) -> CancelAlarm) {
        self.clock = clock
        start = clock.now
        self.wake = wake
    }

    override var now: Duration { start.duration(to: clock.now) }

    override func wake(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> CancelAlarm {
        wake(start.advanced(by: time), ring)
    }
}

/// The most common clock. Reading it is faster where its type is known.
private final class ContinuousTime: ClockTime<ContinuousClock>, @unchecked Sendable {

    init(_ clock: ContinuousClock) { super.init(clock) { continuousAlarms.set(at: $0, $1) } }

    override var now: Duration { start.duration(to: .now) }
}

/// Lets a task sleep, on a client's clock that can't call back.
///
/// The task is detached: it must not inherit the priority and the task-local values of the sender.
private func sleep<C: Clock<Duration>>(
    on clock: C, until moment: C.Instant, _ ring: @escaping @Sendable () -> Void
) -> CancelAlarm {
    let task = _Concurrency.Task.detached {
        do { try await clock.sleep(until: moment, tolerance: nil) } catch { return }
        ring()
    }
    return { task.cancel() }
}
