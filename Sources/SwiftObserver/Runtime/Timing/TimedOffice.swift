/// Sends through an office what a rule makes of messages and of time.
///
/// What is sent is posted under the lock of the rule. So it's sent in the order of the rule's decisions, whether messages or alarms caused them.
/// There's one alarm at most, and none while nothing is pending. It isn't set anew when messages only put off what is pending: when it rings, it's set again for
/// the rest.
final class TimedOffice<Input, Output>: Sendable {

    let office: PostOffice
    private let time: TimeSource

    /// Guarded by the lock of the state.
    private let rule: TimeRule<Input, Output>

    /// Under this lock, the `FanOutLock` and the lock of the office are taken.
    private let state = Protected(TimedState())

    init(_ rule: TimeRule<Input, Output>, _ clock: any Clock<Duration>, office: PostOffice) {
        self.rule = rule
        self.office = office
        time = TimeSource.of(clock)
        // What waits from the start on needs an alarm.
        sendDue()
    }

    /// Takes a message in. What is due by now is sent before.
    func receive(_ message: Input, from author: AnyObject?) {
        let now = time.now
        var message = message
        while true {
            let (wasAdded, isDue, alarm) = state.withLock { state -> (Bool, Bool, Duration?) in
                if state.hasEnded { return (true, false, nil) }
                if now > state.now { state.now = now }
                if rule.isDue(at: state.now) { return (false, true, nil) }
                rule.add(&message, from: author, at: state.now)
                let isDue = rule.isDue(at: state.now)
                return (true, isDue, isDue ? nil : state.nextAlarm(rule.deadline))
            }
            if isDue { sendDue() }
            if let alarm { setAlarm(at: alarm) }
            if wasAdded { break }
        }
        withExtendedLifetime(message) {}
    }

    /// Sends all that is pending, right now.
    func flush() { sendDue(isFlush: true) }

    /// Sends all that is pending, and nothing after that.
    func end() {
        flush()
        let alarm = state.withLock { state in
            state.hasEnded = true
            return state.alarm.take()
        }
        alarm?.cancel()
    }

    private func sendDue(isFlush: Bool = false) {
        while true {
            var delivery = PendingDelivery(), alarm: Duration?
            let due = state.withLock { state -> (output: Output, author: AnyObject?)? in
                if state.hasEnded { return nil }
                let due = rule.takeDue(at: state.now, isFlush: isFlush)
                if let due {
                    delivery = office.post(due.output, from: due.author)
                } else {
                    alarm = state.nextAlarm(rule.deadline)
                }
                return due
            }
            if let alarm { setAlarm(at: alarm) }
            guard let due else { return }
            office.perform(&delivery, due.output, from: due.author)
        }
    }

    /// The alarm doesn't keep this alive.
    private func setAlarm(at alarmTime: Duration) {
        let alarm = time.wake(at: alarmTime) { [weak self] in
            willLoadWeakReference()
            self?.ring(at: alarmTime)
        }
        let hasEnded = state.withLock { state in
            if state.alarmTime == alarmTime { state.alarm = alarm }
            return state.hasEnded
        }
        if hasEnded { alarm.cancel() }
    }

    /// That it rings shows that the time has come, whatever the clock says.
    private func ring(at alarmTime: Duration) {
        let now = max(alarmTime, time.now)
        state.withLock { state in
            if now > state.now { state.now = now }
            if state.alarmTime == alarmTime { state.alarmTime = nil }
        }
        sendDue()
    }
}

/// What a timed office knows of time. Not a part of it, since the type would have to be looked up for each message then.
private struct TimedState {

    /// The latest time that was seen. A clock that goes backwards stands still here.
    var now = Duration.zero

    /// For when an alarm is set, if one is.
    var alarmTime: Duration?
    var alarm: Wakeup?
    var hasEnded = false

    /// The time for which a new alarm must be set.
    mutating func nextAlarm(_ deadline: Duration?) -> Duration? {
        guard let deadline, !hasEnded, alarmTime.map({ deadline < $0 }) ?? true else { return nil }
        alarmTime = deadline
        return deadline
    }
}
