/// The limits from which durations and numbers are reported.
struct SampleLimits: Sendable {
    var slow: Duration = .seconds(1)
    var stuck: Duration = .seconds(10)
    var backlog = 1_000
}

/// The results of repeated looks at all observables, and the notes to report.
///
/// It's a value without threads or locks. No clock is read for a message. Instead, the duration of
/// a call is derived from how often the call was seen. Each look counts from its beginning. A call
/// has therefore been running for at least the reported duration, even if the thread that looks is
/// stalled.
struct SampleHistory {

    private var calls: [CallKey: SampledCall] = [:]
    private var seen: Set<CallKey> = []

    /// How often observations were seen to be handling, from 0 to 1. Later looks weigh more.
    private var shares: [CallKey: Double] = [:]

    /// The value for an observation that was seen each time. It approaches 1.
    private var totalShare = 0.0

    /// The numbers of missed messages, and of refused messages, that were reported.
    private var missed: [CallKey: Int] = [:]
    private var newMissed: [CallKey: Int] = [:]
    private var refused: [Int: Int] = [:]
    private var newRefused: [Int: Int] = [:]

    /// The observations that were reported because too many messages wait for them.
    private var backlogs: Set<CallKey> = []
    private var newBacklogs: Set<CallKey> = []

    /// The notes to report.
    private var notes: [WatchNote] = []

    /// When the latest look began.
    private var latestLook: SuspendingClock.Instant?

    // MARK: - One look

    mutating func begin(at now: SuspendingClock.Instant) {
        latestLook = now
        seen = []
        newMissed = [:]
        newRefused = [:]
        newBacklogs = []
        notes = []
    }

    /// Notes that a call is running.
    ///
    /// If the look before saw the same call, the call continues, and only its waiting messages are
    /// new.
    mutating func see(_ call: SampledCall) {
        let key = call.key
        seen.insert(key)
        var call = call
        if let known = calls[key] {
            if known.handled == call.handled { call.continueFrom(known) } else { didReturn(known) }
        }
        calls[key] = call
    }

    /// Whether an observable is still calling a handler whose observation has ended.
    func hasEndedCall(by observable: Int) -> Bool {
        calls.values.contains { $0.observable == observable && $0.isEnded && $0.isStillRunning }
    }

    /// Notes that a call only waits for another one. It may have been seen before.
    mutating func passOver(_ key: CallKey) {
        if let call = calls.removeValue(forKey: key) { didReturn(call) }
    }

    mutating func seeMissed(_ count: Int, _ key: CallKey, _ note: () -> ObservationNote) {
        newMissed[key] = count
        let told = missed[key] ?? 0
        if count > told { notes.append(.missed(note(), count - told)) }
    }

    mutating func seeBacklog(_ key: CallKey, _ note: () -> ObservationNote) {
        newBacklogs.insert(key)
        if !backlogs.contains(key) { notes.append(.backlog(note())) }
    }

    mutating func seeRefused(_ count: Int, _ observable: Int, _ label: () -> OfficeLabel) {
        let told = refused[observable] ?? 0
        if count > 0 { newRefused[observable] = count }
        if count > told { notes.append(.refused(label(), count - told)) }
    }

    /// Ends the look, and returns the notes to report.
    mutating func end(_ limits: SampleLimits) -> [WatchNote] {
        shares = shares.compactMapValues { $0 < Self.weight / 10 ? nil : $0 * (1 - Self.weight) }
        for key in seen { shares[key, default: 0] += Self.weight }
        totalShare = totalShare * (1 - Self.weight) + Self.weight
        for (key, call) in calls {
            if !seen.contains(key) {
                guard call.isStillRunning else {
                    didReturn(call)
                    calls[key] = nil
                    continue
                }
                calls[key]?.isEnded = true
            }
            let duration = duration(of: call)
            let reported: SampledCall.Reported =
                duration >= limits.stuck ? .stuck : duration >= limits.slow ? .slow : .nothing
            if reported.rawValue > call.reported.rawValue {
                calls[key]?.reported = reported
                let long = longCall(calls[key] ?? call)
                notes.append(reported == .stuck ? .stuck(long) : .slow(long))
            }
        }
        missed = newMissed
        refused = newRefused
        backlogs = newBacklogs
        return notes
    }

    private mutating func didReturn(_ call: SampledCall) {
        if call.reported != .nothing { notes.append(.returned(longCall(call))) }
    }

    // MARK: - Ask

    /// The calls that have been running for at least the given duration, the longest first.
    func calls(longerThan limit: Duration) -> [LongCall] {
        calls.values.filter { duration(of: $0) >= limit }.sorted { $0.since < $1.since }.map(longCall)
    }

    /// For how long a call had been running when the latest look began.
    ///
    /// It's zero if that look was the first to see the call.
    private func duration(of call: SampledCall) -> Duration {
        max(.zero, (latestLook ?? call.since) - call.since)
    }

    private func longCall(_ call: SampledCall) -> LongCall {
        let isOuter = call.thread != nil && calls.values.contains { $0.thread == call.thread && $0.frame < call.frame }
        return LongCall(
            notes: call.notes, duration: duration(of: call), thread: call.thread, isEnded: call.isEnded,
            isOuter: isOuter)
    }

    /// The share of recent looks in which the handler was running.
    func share(of key: CallKey) -> Double { shares[key].map { $0 / totalShare } ?? 0 }

    /// The weight of the latest look. After ten more looks, earlier ones weigh a third.
    private static let weight = 0.1

    /// For how long a call has been running, if it was seen.
    func duration(of key: CallKey, handled: Int, at now: SuspendingClock.Instant) -> Duration? {
        guard let call = calls[key], call.handled == handled else { return nil }
        return now - call.since
    }
}
