/// A clock that calls back when it's time, and not only lets tasks sleep.
///
/// Operators that wait use this where they can. So on a clock for tests, everything that's due has been done when the clock was
/// moved on. On all other clocks, a task sleeps.
public protocol AlarmClock: Clock, Sendable where Duration == Swift.Duration {

    /// Calls a closure once, as soon as the clock has reached a moment. Not before this returns, even if it has reached that already.
    ///
    /// It's called on any thread, without any lock of the library.
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void)
}
