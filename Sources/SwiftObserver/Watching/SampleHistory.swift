/// From when something counts as long or many.
struct SampleLimits: Sendable {
    var slow: Duration = .seconds(1)
    var stuck: Duration = .seconds(10)
    var backlog = 1_000
}

/// What was seen by looking at all observables now and then, and what is to be told of it.
///
/// A value without threads or locks. Nobody reads a clock for a message: how long a handler runs is known from how often it was
/// seen in the same call. Each look counts as of its beginning. So a call has been running for at least as long as is told, also
/// if the thread that looks is stalled.
struct SampleHistory {

    private var calls: [CallKey: SampledCall] = [:]
    private var seen: Set<CallKey> = []

    /// How often observations were seen to be handling, from 0 to 1. Later looks weigh more.
    private var shares: [CallKey: Double] = [:]

    /// What that would be for an observation that was seen each time. It's 1 after many looks.
    private var totalShare = 0.0

    /// Of how many missing messages, and of how many refused ones, was told.
    private var missed: [CallKey: Int] = [:]
    private var newMissed: [CallKey: Int] = [:]
    private var refused: [Int: Int] = [:]
    private var newRefused: [Int: Int] = [:]

    /// Observations for which too many messages wait, as was told.
    private var backlogs: Set<CallKey> = []
    private var newBacklogs: Set<CallKey> = []

    /// What is to be told.
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

    /// Notes that a call is running. If it's the same as in the look before, it goes on, and only what waits is new.
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

    /// Notes that a call that may have been seen only waits for another one.
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

    /// Ends the look, and returns what is to be told.
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

    /// The calls that have been running for that long, the longest first.
    func calls(longerThan limit: Duration) -> [LongCall] {
        calls.values.filter { duration(of: $0) >= limit }.sorted { $0.since < $1.since }.map(longCall)
    }

    /// For how long a call had been running when the latest look began. Zero if that look saw it first.
    private func duration(of call: SampledCall) -> Duration {
        max(.zero, (latestLook ?? call.since) - call.since)
    }

    private func longCall(_ call: SampledCall) -> LongCall {
        let isOuter = call.thread != nil && calls.values.contains { $0.thread == call.thread && $0.frame < call.frame }
        return LongCall(
            notes: call.notes, duration: duration(of: call), thread: call.thread, isEnded: call.isEnded,
            isOuter: isOuter)
    }

    /// In what share of the latest looks the handler was running.
    func share(of key: CallKey) -> Double { shares[key].map { $0 / totalShare } ?? 0 }

    /// How much the latest look counts. After ten looks, what was seen before counts for a third.
    private static let weight = 0.1

    /// For how long a call has been running, if it was seen.
    func duration(of key: CallKey, handled: Int, at now: SuspendingClock.Instant) -> Duration? {
        guard let call = calls[key], call.handled == handled else { return nil }
        return now - call.since
    }
}
