import Dispatch

/// What happened while watching is on: sums, mistakes that go unnoticed otherwise, and what the watcher isn't told yet.
final class WatchLog: Sendable {

    static let shared = WatchLog()

    /// No other lock is taken while this one is held.
    private let state = Protected(State(sums: WatchSums(names: 0)))

    /// An end of an observation.
    private struct End {
        let note: ObservationNote
        let reason: EndReason
        let isTold: Bool
    }

    private struct State {

        /// Sums of what has ended or died.
        var sums: WatchSums

        /// Counts how often it was turned on or off.
        var epoch = 0

        /// The latest mistakes.
        var mistakes: [Mistake] = []

        /// The calls that were running when their observations ended.
        var endedCalls: [SampledCall] = []

        /// Ends that were noted before the starts, by the numbers of the observations.
        var earlyEnds: [Int: End] = [:]

        var listener: (any WatchListener)?

        /// On this queue, the listener is called. Each has one of its own, since it may block.
        var queue: DispatchQueue?
        var untold: [WatchNote] = []
        var droppedCount = 0
        var isTelling = false

        /// Adds what the listener is to be told. Tells whether the caller must begin to tell it.
        mutating func add(_ note: WatchNote) -> Bool {
            if listener == nil { return false }
            if untold.count >= WatchLog.toleratedNotes {
                droppedCount += 1
                return false
            }
            untold.append(note)
            defer { isTelling = true }
            return !isTelling
        }

        /// Notes that an observation has ended. Tells whether the caller must begin to tell that.
        mutating func addEnd(_ end: End) -> Bool {
            let note = end.note, key = sums.key(of: note.observable)
            sums[key].ended += 1
            sums[key].handled += note.handled ?? 0
            sums[key].missed += note.missed
            return end.isTold && add(.ended(note, end.reason))
        }
    }

    /// How many notes may wait for the listener, apart from those that it's just being told.
    private static let toleratedNotes = 10_000

    /// Begins anew.
    ///
    /// - Parameter limit: How many names are told apart in sums.
    func begin(telling listener: (any WatchListener)?, names limit: Int) -> (any WatchListener)? {
        state.withLock { state in
            let old = state.listener, queue = listener.map { _ in DispatchQueue(label: "SwiftObserver.Watch") }
            state = State(
                sums: WatchSums(names: limit), epoch: state.epoch + 1, listener: listener, queue: queue)
            return old
        }
    }

    /// Grows when it begins anew.
    var epoch: Int { state.withLock { $0.epoch } }

    /// Forgets everything. Returns who was told, to be released without a lock.
    func end() -> (any WatchListener)? { begin(telling: nil, names: 0) }

    /// The sums of all that has ended or died, to be told together with those of the living.
    var ended: EndedSums { state.withLock { EndedSums(sums: $0.sums.all, epoch: $0.epoch) } }

    /// Adds sums of the living to those of what has ended or died, which must have been taken before.
    ///
    /// What has ended or died in between is in neither of them, so it's told next time. Nothing is told twice. And while watching
    /// is on, nothing is less than what was told before.
    ///
    /// - Returns: What to call the living, and the sums.
    func tell(
        _ ended: EndedSums, and living: [(label: OfficeLabel, sum: WatchSums.Sum)]
    ) -> (keys: [WatchSums.Key], totals: [WatchSums.Key: WatchSums.Sum]) {
        state.withLock { state in
            let keys = living.map { state.sums.key(of: $0.label) }
            var totals = ended.sums
            for (key, one) in zip(keys, living) { totals[key, default: WatchSums.Sum()].add(one.sum) }
            // While it's off, nothing is remembered.
            let isSame = state.epoch == ended.epoch && Watching.isOn
            return (keys, isSame ? state.sums.tell(totals) : totals)
        }
    }

    /// The sums of all that has ended or died since watching was turned on.
    struct EndedSums: Sendable {
        let sums: [WatchSums.Key: WatchSums.Sum]
        fileprivate let epoch: Int
    }

    var mistakes: [Mistake] { state.withLock { $0.mistakes } }

    // MARK: - Note

    /// Decides under the lock, unless watching is off. Whoever turns it off forgets everything after that, under the same lock. So
    /// nothing is left that was noted by someone who saw it on.
    private func withLockIfOn<Result>(orElse alternative: Result, _ decide: (inout State) -> Result) -> Result {
        state.withLock { Watching.isOn ? decide(&$0) : alternative }
    }

    /// An observation has started. If its end was noted before, that follows.
    func didStart(_ note: ObservationNote, _ probe: Probe) {
        let isTold = isTold(note)
        let mustBegin = withLockIfOn(orElse: false) { state in
            state.sums[state.sums.key(of: note.observable)].started += 1
            probe.isStartNoted = true
            var mustBegin = isTold && state.add(.started(note))
            if let end = state.earlyEnds.removeValue(forKey: probe.id), state.addEnd(end) { mustBegin = true }
            return mustBegin
        }
        if mustBegin { beginToTell() }
    }

    /// An observation has ended.
    ///
    /// - Parameter call: The call of its handler, if that's still running.
    func didEnd(_ note: ObservationNote, _ probe: Probe, because reason: EndReason, _ call: SampledCall?) {
        let end = End(note: note, reason: reason, isTold: isTold(note))
        let (mustBegin, mustTidyUp) = withLockIfOn(orElse: (false, false)) { state in
            if let call { state.endedCalls.append(call) }
            let mustTidyUp = state.endedCalls.count >= Self.toleratedCalls
            if probe.isNew, !probe.isStartNoted {
                state.earlyEnds[probe.id] = end
                return (false, mustTidyUp)
            }
            return (state.addEnd(end), mustTidyUp)
        }
        if mustBegin { beginToTell() }
        if mustTidyUp {
            let epoch = epoch, running = takeEndedCalls(since: epoch)
            withLockIfOn(orElse: ()) { if $0.epoch == epoch { $0.endedCalls += running } }
        }
    }

    /// Whether the watcher is told. What it does itself isn't.
    private func isTold(_ note: ObservationNote) -> Bool { !note.isOfWatcher && !WatcherCall.isUnderWay }

    /// Hands out the calls that are still running although their observations have ended. If it has begun anew since that epoch, there are
    /// none: a look from before would only lose them.
    func takeEndedCalls(since epoch: Int) -> [SampledCall] {
        state.withLock { state -> [SampledCall] in
            if state.epoch != epoch { return [] }
            defer { state.endedCalls = [] }
            return state.endedCalls
        }.filter(\.isStillRunning)
    }

    /// How many ended calls are kept until it's time to look which of them are still running.
    private static let toleratedCalls = 1_000

    func didDie(_ label: OfficeLabel, sent: Int, refused: Int) {
        withLockIfOn(orElse: ()) { state in
            let key = state.sums.key(of: label)
            state.sums[key].sent += sent
            state.sums[key].refused += refused
        }
    }

    func didMake(_ mistake: Mistake) {
        let isTold = !WatcherCall.isUnderWay
        let mustBegin = withLockIfOn(orElse: false) { state in
            if state.mistakes.contains(where: { $0.isSame(as: mistake) }) { return false }
            if state.mistakes.count == Self.rememberedMistakes { state.mistakes.removeFirst() }
            state.mistakes.append(mistake)
            return isTold && state.add(.mistake(mistake))
        }
        if mustBegin { beginToTell() }
    }

    private static let rememberedMistakes = 100

    // MARK: - Tell

    /// Lets the watcher know, on its own queue, what was found by looking, also if it was the watcher who looked.
    func tell(found note: WatchNote) { if state.withLock({ $0.add(note) }) { beginToTell() } }

    private func beginToTell() {
        let (queue, epoch) = state.withLock { ($0.queue, $0.epoch) }
        queue?.async { [self] in tellAll(since: epoch) }
    }

    /// Tells all that waits, unless there's another watcher now.
    private func tellAll(since epoch: Int) {
        WatcherCall.isUnderWay = true
        defer { WatcherCall.isUnderWay = false }
        while true {
            let (listener, notes, droppedCount) = state.withLock { state in
                if state.epoch != epoch { return ((any WatchListener)?.none, [WatchNote](), 0) }
                defer {
                    state.isTelling = !state.untold.isEmpty
                    state.untold = []
                    state.droppedCount = 0
                }
                return (state.listener, state.untold, state.droppedCount)
            }
            guard let listener, !notes.isEmpty else { return }
            for note in notes { listener.hear(note) }
            if droppedCount > 0 { listener.hear(.untold(droppedCount)) }
        }
    }
}
