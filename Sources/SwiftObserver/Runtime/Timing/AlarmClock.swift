/// A clock that calls back when it's time, and not only lets tasks sleep.
///
/// Operators that wait use this where they can. So on a clock for tests, everything that's due has been done when the clock was
/// moved on. On all other clocks, a task sleeps.
///
/// ```swift
/// extension EventLoop: AlarmClock {
///     func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
///         let timer = schedule(at: moment, ring)
///         return { timer.cancel() }
///     }
/// }
/// ```
public protocol AlarmClock: Clock, Sendable where Duration == Swift.Duration {

    /// Calls a closure once, as soon as the clock has reached a moment. Not before this returns, even if it has reached that already.
    ///
    /// It's called on any thread, without any lock of the library, and so is what is returned.
    ///
    /// - Returns: What cancels the alarm. It may ring nevertheless, if it's just about to.
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}
