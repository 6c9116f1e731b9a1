/// Applies a rule to messages and time, and sends the results through an office.
///
/// Results are posted under the lock of the rule. So they're sent in the order of the rule's
/// decisions, whether messages or alarms caused them. There's at most one alarm, and none while
/// the rule has no deadline. It isn't set again when messages only postpone the deadline. When it
/// rings, it's set again for the rest.
final class TimedOffice<Input, Output>: Sendable {

    let office: PostOffice
    private let time: TimeSource

    /// Guarded by the lock of the state.
    private let rule: TimeRule<Input, Output>

    /// The time and the alarm.
    ///
    /// Under this lock, the `FanOutLock` and the lock of the office are taken.
    private let state = Protected(TimedState())

    init(_ rule: TimeRule<Input, Output>, _ clock: any Clock<Duration>, office: PostOffice) {
        self.rule = rule
        self.office = office
        time = TimeSource.of(clock)
        // Messages that wait from the start need an alarm.
        sendDue()
    }

    deinit { state.withLock { $0.end() }?() }

    /// Takes a message in. Messages that are due by now are sent before.
    func receive(_ message: Input, from author: AnyObject?) {
        let now = time.now
        var message = message
        while true {
            switch add(&message, from: author, at: now) {
            case .sendFirst:
                sendDue()
                continue
            case .send: sendDue(isCausedBySender: true)
            case .wait, .nothing: break
            }
            break
        }
        // By now, this is the displaced message, if there was one.
        extendLifetime(message)
    }

    @inline(__always)
    private func add(_ message: inout Input, from author: AnyObject?, at now: Duration) -> TimeStep {
        var alarm: Duration?
        let step = state.withLock { state -> TimeStep? in
            if state.takesNothing { return nil }
            let step = rule.add(&message, from: author, at: state.advance(to: now))
            if case .wait(let deadline) = step { alarm = state.nextAlarm(deadline) }
            return step
        }
        if let alarm { setAlarm(at: alarm) }
        if let step { return step }
        office.countRefused(of: Output.self)
        return .nothing
    }

    /// Sends all held messages, immediately.
    func flush() { sendDue(isFlush: true) }

    /// Sends all held messages, and takes and sends nothing after that.
    ///
    /// So this returns even if handlers send messages that come back here.
    func end() {
        state.withLock { $0.takesNothing = true }
        flush()
        state.withLock { $0.end() }?()
    }

    /// - Parameter isCausedBySender: Whether the first output is the message that the caller has
    ///   just sent. All other outputs have waited, and their senders are no longer here.
    @inline(never)
    private func sendDue(isFlush: Bool = false, isCausedBySender: Bool = false) {
        var isCausedBySender = isCausedBySender
        while true {
            var delivery = Delivery.nothing, work = DeferredWork(), alarm: Duration?, unwantedAlarm: CancelAlarm?
            let due = state.withLock { state -> (output: Output, author: AnyObject?)? in
                if state.hasEnded { return nil }
                let due = rule.takeDue(at: state.now, isFlush: isFlush)
                if let due {
                    delivery =
                        isCausedBySender
                        ? office.post(due.output, from: due.author, &work)
                        : office.postAlone(due.output, from: due.author, &work)
                    isCausedBySender = false
                } else if let deadline = rule.deadline {
                    alarm = state.nextAlarm(deadline)
                } else {
                    unwantedAlarm = state.takeAlarm()
                }
                return due
            }
            unwantedAlarm?()
            if let alarm { setAlarm(at: alarm) }
            guard let due else { return }
            office.perform(delivery, &work, due.output, from: due.author)
        }
    }

    /// Sets an alarm, which doesn't keep this object alive.
    @inline(never)
    private func setAlarm(at alarmTime: Duration) {
        let alarm = time.wake(at: alarmTime) { [weak self] in
            willLoadWeakReference()
            self?.ring(at: alarmTime)
        }
        state.withLock { $0.keep(alarm, for: alarmTime) }?()
    }

    /// Handles an alarm. Its ring shows that the time has come, even if the clock says otherwise.
    private func ring(at alarmTime: Duration) {
        let now = max(alarmTime, time.now)
        let rung = state.withLock { state in
            _ = state.advance(to: now)
            return state.alarmTime == alarmTime ? state.takeAlarm() : nil
        }
        withExtendedLifetime(rung) {}
        sendDue()
    }
}

/// The time, the alarm and the end of a timed office.
///
/// It isn't nested there, because its type would then have to be looked up for each message.
private struct TimedState {

    /// The latest time that was seen. If a clock goes backwards, this stands still.
    private(set) var now = Duration.zero

    /// The time for which an alarm is set or being set, if there is one.
    private(set) var alarmTime: Duration?

    /// Cancels that alarm. It may be a client's closure, so it's released without the lock.
    private var alarm: CancelAlarm?
    private(set) var hasEnded = false

    /// `true` if no more messages are taken in.
    var takesNothing = false

    /// Advances to a time if it's later, and returns the latest time.
    @inline(__always)
    mutating func advance(to time: Duration) -> Duration {
        if time > now { now = time }
        return now
    }

    /// The time for which a new alarm must be set.
    @inline(__always)
    mutating func nextAlarm(_ deadline: Duration) -> Duration? {
        if hasEnded { return nil }
        if let alarmTime, alarmTime <= deadline { return nil }
        alarmTime = deadline
        return deadline
    }

    /// Stores how to cancel an alarm that was just set.
    ///
    /// Returns how to cancel the alarm that's no longer needed.
    mutating func keep(_ newAlarm: @escaping CancelAlarm, for time: Duration) -> CancelAlarm? {
        guard alarmTime == time else { return newAlarm }
        defer { alarm = newAlarm }
        return alarm.take()
    }

    /// Gives up the alarm. Returns how to cancel it.
    mutating func takeAlarm() -> CancelAlarm? {
        alarmTime = nil
        return alarm.take()
    }

    /// Ends sending. Returns how to cancel the alarm.
    mutating func end() -> CancelAlarm? {
        hasEnded = true
        return takeAlarm()
    }
}
