/// A call of a handler that was running during a look.
struct SampledCall: Sendable {

    let key: CallKey

    /// The number of the observable that called the handler, if that was in place.
    let observable: Int?

    /// The number of handled messages, including this one. It identifies the call.
    let handled: Int

    let notes: [ObservationNote]
    let thread: ThreadID?

    /// Counts the calls, if the handler is called in place.
    private let probe: Probe?

    /// Whether this very call is still running, even if its observation has ended.
    private let isRunning: @Sendable () -> Bool

    /// When it was seen first.
    private(set) var since: SuspendingClock.Instant

    /// The severity that has been reported.
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

    /// Takes over the results of earlier looks at the same call.
    mutating func continueFrom(_ earlier: SampledCall) {
        since = earlier.since
        reported = earlier.reported
    }

    /// The position of the call on the stack of its thread.
    ///
    /// On queues and actors, no other handler is further up on the stack.
    var frame: UInt { probe?.latestFrame ?? .max }

    var isStillRunning: Bool { isRunning() }
}
