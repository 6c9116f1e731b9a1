import Dispatch

/// Looks at all observables repeatedly while watching is on, and reports its findings.
final class Sampler: Sendable {

    static let shared = Sampler()

    /// While this lock is held, no other lock is taken.
    private let state = Protected(State())

    private struct State {
        var limits = SampleLimits()
        var history = SampleHistory()
        var timer: (any DispatchSourceTimer)?
        var isLooking = false

        /// Counts how often watching was turned on or off, so that earlier looks leave no results.
        var epoch = 0

        /// The epoch of the log when watching was turned on.
        var logEpoch = 0
    }

    // MARK: - Turn on and off

    func begin(_ limits: SampleLimits) {
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { [self] in
            let start = SuspendingClock.now
            look()
            // Looking takes no more than a twentieth of the time.
            scheduleNext(after: max(limits.interval, (SuspendingClock.now - start) * 20))
        }
        timer.schedule(deadline: limits.interval.deadline)
        replace(timer, limits)
        timer.activate()
    }

    func end() { replace(nil, SampleLimits()) }

    private func replace(_ timer: (any DispatchSourceTimer)?, _ limits: SampleLimits) {
        let logEpoch = WatchLog.shared.epoch
        let old = state.withLock { state in
            let old = state
            state = State(
                limits: limits, timer: timer, isLooking: old.isLooking, epoch: old.epoch + 1, logEpoch: logEpoch)
            return old
        }
        old.timer?.cancel()
    }

    private func scheduleNext(after pause: Duration) {
        let timer = state.withLock { $0.timer }
        timer?.schedule(deadline: pause.deadline)
    }

    var limits: SampleLimits { state.withLock { $0.limits } }

    // MARK: - Look

    /// Looks at everything once, and reports the findings.
    ///
    /// If another thread is looking already, this does nothing. If watching is turned off
    /// meanwhile, the findings are discarded.
    ///
    /// Observers and observables may be deallocated here, if their other owners release them
    /// meanwhile. No lock is held for that reason.
    func look() {
        let begun = state.withLock { state in
            if state.isLooking || state.timer == nil { return State?.none }
            state.isLooking = true
            return state
        }
        guard let begun else { return }
        var history = begun.history
        history.begin(at: .now)
        for call in WatchLog.shared.takeEndedCalls(since: begun.logEpoch) { history.see(call) }
        var sharedInboxes: Set<ObjectIdentifier> = []
        // A closed observable that refuses messages is no longer observed.
        for (office, messenger) in OfficeDirectory.living where office.isObservedOrClosed {
            Self.look(at: office, messenger, begun.limits, &history, &sharedInboxes)
        }
        let notes = history.end(begun.limits)
        let isStillOn = state.withLock { state in
            state.isLooking = false
            if state.epoch == begun.epoch { swap(&state.history, &history) }
            return state.epoch == begun.epoch
        }
        if isStillOn { for note in notes { WatchLog.shared.tell(found: note) } }
    }

    private static func look(
        at office: PostOffice, _ messenger: Any.Type, _ limits: SampleLimits, _ history: inout SampleHistory,
        _ sharedInboxes: inout Set<ObjectIdentifier>
    ) {
        let sample = office.sample { $0.isNotable(limits.backlog) }
        guard let number = sample.number else { return }
        history.seeRefused(sample.refused, number) {
            OfficeLabel(name: office.name, messenger: messenger, observed: nil)
        }
        var isCallInPlaceSeen = false
        for one in sample.observations {
            let observation = one.observation
            guard let probe = one.probe else { continue }
            // An inbox that several observations share is looked at once.
            if let inbox = observation.inbox, inbox.owner !== inbox,
                !sharedInboxes.insert(ObjectIdentifier(inbox.owner)).inserted
            {
                continue
            }
            let key = CallKey.observation(probe.id)
            func note() -> ObservationNote { office.note(of: one, messenger) }
            if one.missed > 0 { history.seeMissed(one.missed, key, note) }
            if one.waiting > limits.backlog, !observation.isInPlace { history.seeBacklog(key, note) }
            guard one.isRunning == true else { continue }
            if observation.isInPlace { isCallInPlaceSeen = true }
            // An observation that passes on messages is as slow as the handlers that receive them.
            // If these run on the same thread, they are seen themselves.
            if let thread = observation.downstream?.office.deliveringThread, one.thread ?? thread == thread {
                history.passOver(key)
            } else if let call = one.call([note()], of: number) {
                history.see(call)
            }
        }
        // In place, all observations share the pending messages.
        if let one = sample.representativeInPlace, one.waiting > limits.backlog {
            history.seeBacklog(.anyInPlace(number)) { office.note(of: one, messenger) }
        }
        if sample.isDelivering, !isCallInPlaceSeen, !history.hasEndedCall(by: number) {
            see(unknownCallIn: office, messenger, number, &history)
        }
    }

    /// Notes that an unknown handler in place is running.
    ///
    /// Its call began before watching was turned on.
    private static func see(
        unknownCallIn office: PostOffice, _ messenger: Any.Type, _ number: Int, _ history: inout SampleHistory
    ) {
        let sample = office.sample { $0.observation.isInPlace }
        if sample.observations.isEmpty { return }
        let notes = sample.observations.map { office.note(of: $0, messenger) }
        // This number changes with each delivered message.
        history.see(
            SampledCall(
                .anyInPlace(number), of: number, handled: sample.sent - sample.inLine, since: .now, notes,
                on: sample.deliverer))
    }

    // MARK: - Ask

    /// The results of all looks so far.
    var history: SampleHistory { state.withLock { $0.history } }

    /// The calls that have been running for at least the given duration, the longest first.
    func calls(longerThan limit: Duration) -> [LongCall] { history.calls(longerThan: limit) }
}

extension SampleLimits {

    /// The time between two looks.
    fileprivate var interval: Duration { min(max(slow / 4, .milliseconds(5)), .milliseconds(250)) }
}
