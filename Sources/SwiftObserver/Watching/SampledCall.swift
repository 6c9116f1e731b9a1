/// A call of a handler that was running when someone looked.
struct SampledCall: Sendable {

    let key: CallKey

    /// The number of the observable that called the handler in place, if it did.
    let observable: Int?

    /// How many messages had been handled, this one included. If it's the same later, it's the same call.
    let handled: Int

    let notes: [ObservationNote]
    let thread: ThreadID?

    /// Counts the calls, if the handler is called in place.
    private let probe: Probe?

    /// Tells whether this very call is still running, also when its observation has ended.
    private let isRunning: @Sendable () -> Bool

    /// When it was seen first.
    private(set) var since: SuspendingClock.Instant

    /// What was reported of it.
    var reported = Reported.nothing
    var isEnded: Bool

    enum Reported: Int { case nothing, slow, stuck }

    init(
        _ key: CallKey, of observable: Int?, handled: Int, since: SuspendingClock.Instant, _ notes: [ObservationNote],
        on thread: ThreadID?, _ probe: Probe? = nil, isEnded: Bool = false,
        isRunning: @escaping @Sendable () -> Bool = { false }
    ) {
        self.key = key
        self.observable = observable
        self.handled = handled
        self.notes = notes
        self.thread = thread
        self.probe = probe
        self.isRunning = isRunning
        self.since = since
        self.isEnded = isEnded
    }

    /// Takes over what is known of the same call from an earlier look.
    mutating func continueFrom(_ earlier: SampledCall) {
        since = earlier.since
        reported = earlier.reported
    }

    /// Where on the stack of its thread it was called. On queues and actors, there's nothing further up.
    var frame: UInt { probe?.latestFrame ?? .max }

    var isStillRunning: Bool { isRunning() }
}
