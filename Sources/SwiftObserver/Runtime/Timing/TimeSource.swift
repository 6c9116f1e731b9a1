/// Tells the time by whatever clock, as what has passed since this was created, and wakes who waits.
///
/// A base class and not a protocol, because it's asked for each message, and operators shall not have the type of the clock.
class TimeSource: @unchecked Sendable {

    /// What has passed so far.
    var now: Duration { .zero }

    /// Calls the closure when so much has passed. Returns how to give that up.
    func wake(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> Wakeup { Wakeup(nil) }

    static func of(_ clock: any Clock<Duration>) -> TimeSource {
        if clock is ContinuousClock { return ContinuousTime(ContinuousClock()) }
        return if let clock = clock as? any AlarmClock { alarming(clock) } else { sleeping(clock) }
    }

    private static func alarming(_ clock: some AlarmClock) -> TimeSource { AlarmTime(clock) }
    private static func sleeping(_ clock: some Clock<Duration>) -> TimeSource { SleepingTime(clock) }
}

/// Someone who is to be woken.
struct Wakeup: Sendable {

    private let task: _Concurrency.Task<Void, Never>?

    init(_ task: _Concurrency.Task<Void, Never>?) { self.task = task }

    /// Gives it up. It may ring nevertheless.
    func cancel() { task?.cancel() }
}

/// Lets a task sleep.
private class SleepingTime<C: Clock<Duration>>: TimeSource, @unchecked Sendable {

    private let clock: C
    fileprivate let start: C.Instant

    init(_ clock: C) {
        self.clock = clock
        start = clock.now
    }

    override var now: Duration { start.duration(to: clock.now) }

    override func wake(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> Wakeup {
        let clock = clock, moment = start.advanced(by: time)
        return Wakeup(
            _Concurrency.Task {
                do { try await clock.sleep(until: moment, tolerance: nil) } catch { return }
                ring()
            })
    }
}

/// The same with the clock that most use. Where its type is known, it's faster to ask.
private final class ContinuousTime: SleepingTime<ContinuousClock>, @unchecked Sendable {

    override var now: Duration { start.duration(to: .now) }
}

/// Lets the clock call back.
private final class AlarmTime<C: AlarmClock>: TimeSource, @unchecked Sendable {

    private let clock: C
    private let start: C.Instant

    init(_ clock: C) {
        self.clock = clock
        start = clock.now
    }

    override var now: Duration { start.duration(to: clock.now) }

    override func wake(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> Wakeup {
        clock.setAlarm(at: start.advanced(by: time), ring)
        return Wakeup(nil)
    }
}
