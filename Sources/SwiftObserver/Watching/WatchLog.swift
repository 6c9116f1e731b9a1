import Dispatch

/// Records what happens while watching is on.
///
/// It contains sums, mistakes that would go unnoticed otherwise, and events that the watcher hasn't
/// been notified of yet.
final class WatchLog: Sendable {

    static let shared = WatchLog()

    /// While this lock is held, no other lock is taken.
    private let state = Protected(State(sums: WatchSums(names: 0)))

    /// The end of an observation.
    private struct End {
        let note: ObservationNote
        let reason: EndReason
        let isTold: Bool
    }

    private struct State {

        /// The sums of ended observations and deallocated observables.
        var sums: WatchSums

        /// Counts how often watching was turned on or off.
        var epoch = 0

        /// The latest mistakes.
        var mistakes: [Mistake] = []

        /// The calls that were running when their observations ended.
        var endedCalls: [SampledCall] = []

        /// Ends that were noted before their starts, by the numbers of the observations.
        var earlyEnds: [Int: End] = [:]

        var listener: (any WatchListener)?

        /// The queue on which the listener is called. Each listener has its own, since it may
        /// block.
        var queue: DispatchQueue?
        var untold: [WatchNote] = []
        var droppedCount = 0
        var isTelling = false

        /// Adds an event for the listener. Returns whether the caller must begin to deliver events.
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

        /// Notes that an observation has ended.
        ///
        /// - Returns: Whether the caller must begin to deliver events.
        mutating func addEnd(_ end: End) -> Bool {
            let note = end.note, key = sums.key(of: note.observable)
            sums[key].ended += 1
            sums[key].handled += note.handled ?? 0
            sums[key].missed += note.missed
            return end.isTold && add(.ended(note, end.reason))
        }
    }

    /// The number of events that may wait, in addition to those that are being delivered.
    private static let toleratedNotes = 10_000

    /// Starts over, and returns the previous listener.
    ///
    /// - Parameter limit: The number of names that sums distinguish.
    func begin(telling listener: (any WatchListener)?, names limit: Int) -> (any WatchListener)? {
        state.withLock { state in
            let old = state.listener, queue = listener.map { _ in DispatchQueue(label: "SwiftObserver.Watch") }
            state = State(
                sums: WatchSums(names: limit), epoch: state.epoch + 1, listener: listener, queue: queue)
            return old
        }
    }

    /// Grows whenever the log starts over.
    var epoch: Int { state.withLock { $0.epoch } }

    /// Forgets everything. Returns the listener, to be released without a lock.
    func end() -> (any WatchListener)? { begin(telling: nil, names: 0) }

    /// The sums of ended objects, to be reported together with those of living ones.
    var ended: EndedSums { state.withLock { EndedSums(sums: $0.sums.all, epoch: $0.epoch) } }

    /// Adds the sums of living objects to those of ended ones, which must have been read before.
    ///
    /// Objects that ended in between are in neither of them, and are reported next time. None is
    /// reported twice. While watching is on, no sum is less than the one that was reported before.
    ///
    /// - Returns: The keys of the living objects, and the sums.
    func tell(
        _ ended: EndedSums, and living: [(label: OfficeLabel, sum: WatchSums.Sum)]
    ) -> (keys: [WatchSums.Key], totals: [WatchSums.Key: WatchSums.Sum]) {
        state.withLock { state in
            let keys = living.map { state.sums.key(of: $0.label) }
            var totals = ended.sums
            for (key, one) in zip(keys, living) { totals[key, default: WatchSums.Sum()].add(one.sum) }
            // While watching is off, nothing is remembered.
            let isSame = state.epoch == ended.epoch && Watching.isOn
            return (keys, isSame ? state.sums.tell(totals) : totals)
        }
    }

    /// The sums of all objects that ended since watching was turned on.
    struct EndedSums: Sendable {
        let sums: [WatchSums.Key: WatchSums.Sum]
        fileprivate let epoch: Int
    }

    var mistakes: [Mistake] { state.withLock { $0.mistakes } }

    // MARK: - Note

    /// Decides under the lock, unless watching is off.
    ///
    /// A thread that turns watching off then forgets everything, under the same lock. A thread that
    /// saw it on can therefore leave nothing in the log.
    private func withLockIfOn<Result>(orElse alternative: Result, _ decide: (inout State) -> Result) -> Result {
        state.withLock { Watching.isOn ? decide(&$0) : alternative }
    }

    /// Notes that an observation has started. If its end was noted before, it follows.
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

    /// Notes that an observation has ended.
    ///
    /// - Parameter call: The call of its handler, if it's still running.
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

    /// Whether the watcher is notified. It isn't notified of its own activity.
    private func isTold(_ note: ObservationNote) -> Bool { !note.isOfWatcher && !WatcherCall.isUnderWay }

    /// Removes and returns the calls that still run although their observations have ended.
    ///
    /// If the log has started over since the given epoch, this returns none. A look from before
    /// would only lose them.
    func takeEndedCalls(since epoch: Int) -> [SampledCall] {
        state.withLock { state -> [SampledCall] in
            if state.epoch != epoch { return [] }
            defer { state.endedCalls = [] }
            return state.endedCalls
        }.filter(\.isStillRunning)
    }

    /// The number of ended calls to keep before checking which of them still run.
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

    /// Notifies the watcher of a finding, on its own queue, even if the watcher itself looked.
    func tell(found note: WatchNote) { if state.withLock({ $0.add(note) }) { beginToTell() } }

    private func beginToTell() {
        let (queue, epoch) = state.withLock { ($0.queue, $0.epoch) }
        queue?.async { [self] in tellAll(since: epoch) }
    }

    /// Delivers all waiting events, unless there's another watcher now.
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
