/// A clock that calls back at a given moment, and doesn't only let tasks sleep.
///
/// Operators that wait use this where they can. So on a clock for tests, everything that is due is
/// done when the call that advances the clock returns. On `ContinuousClock` and `SuspendingClock`,
/// a timer of the library calls back. On all other clocks, a task sleeps.
///
/// ```swift extension EventLoop: AlarmClock { func setAlarm(at moment: Instant, _ ring: @escaping
/// @Sendable () -> Void) -> @Sendable () -> Void {
///         let timer = schedule(at: moment, ring)
///         return { timer.cancel() }
///     }
/// }
/// ```
public protocol AlarmClock: Clock, Sendable where Duration == Swift.Duration {

    /// Calls a closure once, as soon as the clock has reached a moment.
    ///
    /// The clock never calls it before this function returns, even if it has already reached the
    /// moment. If the closure is called too early, the operator sends too early. If it's never
    /// called, held messages wait for the next message or the end.
    ///
    /// **Threads:** Operators call this function and the closure that it returns on any thread,
    /// without a lock of the library. You may call `ring` on any thread.
    ///
    /// - Returns: A closure that cancels the alarm. An alarm that is just starting to ring may ring
    ///   nevertheless.
    func setAlarm(at moment: Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// Cancels an alarm, which may ring nevertheless.
package typealias CancelAlarm = @Sendable () -> Void
