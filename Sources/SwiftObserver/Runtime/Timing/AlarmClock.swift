/// A clock that calls back when it's time, and not only lets tasks sleep.
///
/// Operators that wait use this where they can. So on a clock for tests, everything that's due has been done when the clock was
/// moved on. On `ContinuousClock` and `SuspendingClock`, a timer of the library calls back. On all other clocks, a task sleeps.
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
    /// Operators call this on any thread, without any lock of the library, and so they do what is returned. The closure may be called on any thread. If it's called
    /// too early, the operator sends too early. If it's never called, what is pending waits for the next message or the end.
    ///
    /// - Returns: What cancels the alarm. It may ring nevertheless, if it's just about to.
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// Cancels an alarm. It may ring nevertheless.
package typealias CancelAlarm = @Sendable () -> Void
