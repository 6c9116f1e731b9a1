import Dispatch

/// Something that is told while watching is on.
enum WatchNote: Sendable {
    case started(ObservationNote)
    case ended(ObservationNote, EndReason)

    /// So many messages were dropped since it was told last.
    case missed(ObservationNote, Int)

    /// So many messages were sent to a closed observable since it was told last.
    case refused(OfficeLabel, Int)

    /// A handler has been running for longer than one of the limits.
    case slow(LongCall)
    case stuck(LongCall)

    /// One of these has returned.
    case returned(LongCall)

    /// More messages wait than the limit.
    case backlog(ObservationNote)

    case mistake(Mistake)

    /// So many of these weren't told, since the watcher didn't come to them.
    case untold(Int)
}

/// A handler that has been running for long.
struct LongCall: Sendable {

    /// The observation. If the call began before watching was turned on, it may be any of several observations in place.
    let notes: [ObservationNote]

    /// For how long it has been running at least.
    let duration: Duration

    /// The thread on which it's running, if that is known.
    let thread: ThreadID?

    /// Whether the observation has ended meanwhile.
    let isEnded: Bool

    /// Whether it waits for another handler that it has called, on the same thread.
    let isOuter: Bool
}

/// Something that is probably not meant, and that goes unnoticed otherwise.
enum Mistake: Sendable {

    /// A transform died while it was observed, before it had sent anything.
    case lostTransform(Any.Type, observers: [ObservationNote])

    /// The receiver of an observer is another one each time that it's asked for.
    case newReceiver(observer: Any.Type, StartPoint?)

    /// The handler of an observer captures the observer strongly.
    case capturedObserver(Any.Type, StartPoint?)
}

/// Who is told.
protocol WatchListener: Sendable {

    /// This is called on one thread at a time, without a lock.
    func hear(_ note: WatchNote)
}

/// What happened while watching is on: sums, mistakes that go unnoticed otherwise, and what the watcher isn't told yet.
final class WatchLog: Sendable {

    static let shared = WatchLog()

    /// No other lock is taken while this one is held.
    private let state = Protected(State(sums: WatchSums(names: 0)))

    private struct State {

        /// Sums of what has ended or died.
        var sums: WatchSums

        /// Counts how often it was turned on or off.
        var epoch = 0

        /// The latest mistakes.
        var mistakes: [Mistake] = []

        var listener: (any WatchListener)?
        var untold: [WatchNote] = []
        var droppedCount = 0
        var isTelling = false
    }

    /// On this queue, the watcher is called.
    private let queue = DispatchQueue(label: "SwiftObserver.Watch")

    /// Begins anew.
    ///
    /// - Parameter limit: How many names are told apart in sums.
    func begin(telling listener: (any WatchListener)?, names limit: Int) -> (any WatchListener)? {
        state.withLock { state in
            let old = state.listener
            state = State(sums: WatchSums(names: limit), epoch: state.epoch + 1, listener: listener)
            return old
        }
    }

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

    // MARK: - Take down

    func didStart(_ note: ObservationNote) {
        state.withLock { $0.sums[$0.sums.key(of: note.observable)].started += 1 }
        if !note.isOfWatcher { tell(.started(note)) }
    }

    func didEnd(_ note: ObservationNote, because reason: EndReason) {
        state.withLock { state in
            let key = state.sums.key(of: note.observable)
            state.sums[key].ended += 1
            state.sums[key].handled += note.handled ?? 0
            state.sums[key].missed += note.missed
        }
        if !note.isOfWatcher { tell(.ended(note, reason)) }
    }

    func didDie(_ label: OfficeLabel, sent: Int, refused: Int) {
        state.withLock { state in
            let key = state.sums.key(of: label)
            state.sums[key].sent += sent
            state.sums[key].refused += refused
        }
    }

    func didMake(_ mistake: Mistake) {
        state.withLock { state in
            if state.mistakes.count == Self.rememberedMistakes { state.mistakes.removeFirst() }
            state.mistakes.append(mistake)
        }
        tell(.mistake(mistake))
    }

    private static let rememberedMistakes = 100

    // MARK: - Tell

    /// Lets the watcher know what someone has done. What it does itself isn't told.
    private func tell(_ note: WatchNote) { if !WatcherCall.isUnderWay { tell(found: note) } }

    /// Lets the watcher know, on its own queue, what was found by looking, also if it was the watcher who looked.
    func tell(found note: WatchNote) {
        let mustBegin = state.withLock { state in
            guard state.listener != nil else { return false }
            guard state.untold.count < Self.toleratedNotes else {
                state.droppedCount += 1
                return false
            }
            state.untold.append(note)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        if mustBegin { queue.async { [self] in tellAll() } }
    }

    /// How many notes may wait for the watcher.
    private static let toleratedNotes = 10_000

    private func tellAll() {
        WatcherCall.isUnderWay = true
        defer { WatcherCall.isUnderWay = false }
        while true {
            let (listener, notes, droppedCount) = state.withLock { state in
                defer {
                    state.isTelling = !state.untold.isEmpty
                    state.untold = []
                    state.droppedCount = 0
                }
                return (state.listener, state.untold, state.droppedCount)
            }
            if notes.isEmpty { return }
            guard let listener else { return }
            for note in notes { listener.hear(note) }
            if droppedCount > 0 { listener.hear(.untold(droppedCount)) }
        }
    }
}
