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

    deinit { state.withLock { $0.end() }?() }

    /// Takes a message in. What is due by now is sent before.
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
        // Another one by now, if one was displaced.
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

    /// Sends all that is pending, right now.
    func flush() { sendDue(isFlush: true) }

    /// Takes no more messages, sends all that is pending, and nothing after that. So this ends, also where handlers send what comes back here.
    func end() {
        state.withLock { $0.takesNothing = true }
        flush()
        state.withLock { $0.end() }?()
    }

    /// - Parameter isCausedBySender: Whether the first message that's sent is the one that the caller has just sent. All others have waited, and who sent them isn't
    ///   here any more.
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

    /// The alarm doesn't keep this alive.
    @inline(never)
    private func setAlarm(at alarmTime: Duration) {
        let alarm = time.wake(at: alarmTime) { [weak self] in
            willLoadWeakReference()
            self?.ring(at: alarmTime)
        }
        state.withLock { $0.keep(alarm, for: alarmTime) }?()
    }

    /// That it rings shows that the time has come, whatever the clock says.
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

/// What a timed office knows of time. Not a part of it, since the type would have to be looked up for each message then.
private struct TimedState {

    /// The latest time that was seen. A clock that goes backwards stands still here.
    private(set) var now = Duration.zero

    /// For when an alarm is set, or about to be, if one is.
    private(set) var alarmTime: Duration?

    /// How to cancel that. It may be a closure of a client, so it's released without the lock.
    private var alarm: CancelAlarm?
    private(set) var hasEnded = false

    /// Whether no more messages are taken in.
    var takesNothing = false

    /// Tells what time it is, if the clock says that.
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

    /// Keeps how to cancel an alarm that was just set. Returns how to cancel the one that isn't wanted any more.
    mutating func keep(_ newAlarm: @escaping CancelAlarm, for time: Duration) -> CancelAlarm? {
        guard alarmTime == time else { return newAlarm }
        defer { alarm = newAlarm }
        return alarm.take()
    }

    /// Wants no alarm any more. Returns how to cancel it.
    mutating func takeAlarm() -> CancelAlarm? {
        alarmTime = nil
        return alarm.take()
    }

    /// Sends nothing any more. Returns how to cancel the alarm.
    mutating func end() -> CancelAlarm? {
        hasEnded = true
        return takeAlarm()
    }
}
