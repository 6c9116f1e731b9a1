import Dispatch

/// All alarms on one of the system's clocks, with a single timer.
///
/// A cancelled alarm is removed immediately. A cancelled `Task.sleep` would keep its memory until
/// the deadline, and a task would need one of the threads that all tasks share.
///
/// Alarms call handlers, which may block. So they ring on workers, each with a queue and a thread
/// of its own. A worker that takes an alarm starts another worker if more are due, and returns when
/// none is. At most one worker at a time has yet to take its first alarm, so alarms that return
/// quickly need few threads. Neither the timer nor workers use the threads of tasks, or the equally
/// few threads of concurrent queues.
///
/// **Order:** Workers take alarms in the order of their moments. Two alarms can ring at the same
/// time, in any order.
package final class SystemAlarms<C: Clock<Duration>>: Sendable {

    private let clock: C

    /// The alarms and the timer.
    ///
    /// No other lock is taken while this one is held, except for locks of Dispatch.
    private let state: Protected<State>

    private struct State: ~Copyable {

        var alarms = AlarmQueue<C.Instant>()

        /// The timer, set only under the lock.
        ///
        /// Otherwise, the slower one of two threads could set it for the later moment.
        let timer: any DispatchSourceTimer

        /// The earliest moment that the timer has to reach, in steps if necessary.
        ///
        /// Its alarm may have been cancelled.
        var timerMoment: C.Instant?

        /// `true` if a worker was started that has not looked for an alarm yet.
        var isWorkerStarting = false

        /// Returns whether a worker must be started, because an alarm is due.
        ///
        /// If none is due, it sets the timer.
        mutating func needsWorker(at present: Present) -> Bool {
            guard let earliest = alarms.earliest else { return false }
            if earliest > present.now {
                setTimer(at: present)
                return false
            }
            if isWorkerStarting { return false }
            isWorkerStarting = true
            return true
        }

        /// Sets the timer for the first alarm, unless it's already set for that moment or before.
        mutating func setTimer(at present: Present) {
            guard let earliest = alarms.earliest else { return }
            if let timerMoment, timerMoment <= earliest { return }
            timerMoment = earliest
            let rest = min(present.now.duration(to: earliest), .longestTimer)
            timer.schedule(deadline: present.timerTime + rest / .seconds(1))
        }
    }

    /// One moment, by the clock of the timer and by that of the alarms.
    ///
    /// The timer's clock is read first. So if a thread stalls before it sets the timer, or between
    /// the two readings, alarms ring no later.
    private struct Present {

        let timerTime = DispatchTime.now()
        let now: C.Instant

        init(by clock: C) { now = clock.now }
    }

    init(of clock: C) {
        self.clock = clock
        // Without a queue, its handler gets a thread in addition to the threads of concurrent
        // queues.
        let timer = DispatchSource.makeTimerSource()
        state = Protected(State(timer: timer))
        timer.setEventHandler { [weak self] in self?.timerFired() }
        timer.activate()
    }

    deinit { state.withLock { $0.timer.cancel() } }

    /// The number of alarms that are set and don't ring yet.
    var count: Int { state.withLock { $0.alarms.count } }

    /// Calls the closure as soon as the clock reaches that moment. The closure may block.
    ///
    /// - Returns: Cancels the alarm. It may ring nevertheless if it's due by then.
    package func set(at moment: C.Instant, _ ring: @escaping @Sendable () -> Void) -> CancelAlarm {
        let present = Present(by: clock)
        let alarm = state.withLock { state in
            let alarm = state.alarms.add(at: moment, ring)
            state.setTimer(at: present)
            return alarm
        }
        return { [self] in
            let removed = state.withLock { $0.alarms.remove(alarm) }
            withExtendedLifetime(removed) {}
        }
    }

    private func timerFired() {
        let present = Present(by: clock)
        let needsWorker = state.withLock { state in
            state.timerMoment = nil
            return state.needsWorker(at: present)
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
        let present = Present(by: clock)
        let (ring, needsWorker) = state.withLock { state in
            if isStarting { state.isWorkerStarting = false }
            let due = state.alarms.removeFirst(dueBy: present.now)
            return (due?.ring, state.needsWorker(at: present))
        }
        if needsWorker { startWorker() }
        return ring
    }
}

extension Duration {

    /// The longest time that a timer runs before the clock is read again.
    ///
    /// Timers stand still while the machine sleeps. A continuous clock doesn't.
    fileprivate static var longestTimer: Duration { .seconds(60) }
}

package let continuousAlarms = SystemAlarms(of: ContinuousClock())
package let suspendingAlarms = SystemAlarms(of: SuspendingClock())
