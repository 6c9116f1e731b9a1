import Dispatch

/// All alarms on one of the system's clocks, with a single timer.
///
/// A cancelled alarm is gone at once. A cancelled `Task.sleep` would keep its memory until the
/// deadline, and a task would need one of the threads that all tasks share.
///
/// Alarms call handlers, which may block. So they ring on workers, each with a queue and a thread
/// of its own. A worker that takes an alarm starts another worker if more are due, and returns when
/// none is. At most one worker at a time is on its way to its first alarm, so alarms that return
/// quickly need few threads. Neither the timer nor workers use the threads of tasks, or those of
/// concurrent queues, which are as few.
///
/// **Order:** Workers take alarms in the order of their moments. Two alarms can ring at the same
/// time, in any order.
package final class SystemAlarms<C: Clock<Duration>>: Sendable {

    private let clock: C

    /// No other lock is taken while this one is held, but for those of Dispatch.
    private let state: Protected<State>

    private struct State: ~Copyable {

        var alarms = AlarmQueue<C.Instant>()

        /// It's only set under the lock. Otherwise, the slower one of two threads could set it for
        /// the later moment.
        let timer: any DispatchSourceTimer

        /// The alarm for which the timer is set, or was before that alarm was cancelled.
        var timerMoment: C.Instant?

        /// Whether a worker was started that has not looked for an alarm yet.
        var isWorkerStarting = false

        /// Whether a worker must be started, since an alarm is due. If none is, the timer is set.
        mutating func needsWorker(at now: C.Instant) -> Bool {
            guard let earliest = alarms.earliest else { return false }
            if earliest > now {
                setTimer(at: now)
                return false
            }
            if isWorkerStarting { return false }
            isWorkerStarting = true
            return true
        }

        /// Sets the timer for the first alarm, unless it's already set for that moment or before.
        mutating func setTimer(at now: C.Instant) {
            guard let earliest = alarms.earliest else { return }
            if let timerMoment, timerMoment <= earliest { return }
            timerMoment = earliest
            timer.schedule(deadline: .now() + min(now.duration(to: earliest), .longestTimer) / .seconds(1))
        }
    }

    init(of clock: C) {
        self.clock = clock
        // Without a queue, its handler gets a thread beyond those of concurrent queues.
        let timer = DispatchSource.makeTimerSource()
        state = Protected(State(timer: timer))
        timer.setEventHandler { [weak self] in self?.timerFired() }
        timer.activate()
    }

    deinit { state.withLock { $0.timer.cancel() } }

    /// How many alarms are set and don't ring yet.
    var count: Int { state.withLock { $0.alarms.count } }

    /// Calls the closure as soon as the clock reaches that moment. The closure may block.
    ///
    /// - Returns: Cancels the alarm. It may ring nevertheless if it's due by then.
    package func set(at moment: C.Instant, _ ring: @escaping @Sendable () -> Void) -> CancelAlarm {
        let now = clock.now
        let alarm = state.withLock { state in
            let alarm = state.alarms.add(at: moment, ring)
            state.setTimer(at: now)
            return alarm
        }
        return { [self] in
            let removed = state.withLock { $0.alarms.remove(alarm) }
            withExtendedLifetime(removed) {}
        }
    }

    private func timerFired() {
        let now = clock.now
        let needsWorker = state.withLock { state in
            state.timerMoment = nil
            return state.needsWorker(at: now)
        }
        if needsWorker { startWorker() }
    }

    private func startWorker() {
        DispatchQueue(label: "SwiftObserver.alarms").async { [self] in
            var isStarting = true
            while let ring = nextAlarm(isStarting: isStarting) {
                isStarting = false
                ring()
            }
        }
    }

    private func nextAlarm(isStarting: Bool) -> (@Sendable () -> Void)? {
        let now = clock.now
        let (ring, needsWorker) = state.withLock { state in
            if isStarting { state.isWorkerStarting = false }
            let due = state.alarms.removeFirst(dueBy: now)
            return (due?.ring, state.needsWorker(at: now))
        }
        if needsWorker { startWorker() }
        return ring
    }
}

extension Duration {

    /// How long a timer runs at most, before the clock is asked again.
    ///
    /// Timers stand still while the machine sleeps, and a continuous clock doesn't.
    fileprivate static var longestTimer: Duration { .seconds(60) }
}

package let continuousAlarms = SystemAlarms(of: ContinuousClock())
package let suspendingAlarms = SystemAlarms(of: SuspendingClock())
