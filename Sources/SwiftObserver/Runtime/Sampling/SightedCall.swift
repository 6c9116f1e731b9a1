/// Identifies an observation among all that were ever sampled.
struct CallKey: Hashable {

    private let object: ObjectIdentifier

    /// The position of the start, since another observation may be where this one was.
    private let start: Position

    init(_ observation: AnyObservation) {
        object = ObjectIdentifier(observation)
        start = observation.start
    }

    /// Stands for whichever observation in place of an office, if it isn't known which one is being called.
    init(anyInPlaceOf office: PostOffice) {
        object = office.identity
        start = 0
    }
}

/// A call of a handler that was running when someone looked.
struct SightedCall {

    /// How many messages had been handled, this one included. If it's the same later, it's the same call.
    let handled: Int

    /// When it was seen first.
    private(set) var since: SuspendingClock.Instant

    let notes: [ObservationNote]
    let thread: ThreadID?

    /// Where on the stack of that thread it was called. On queues and actors, there's nothing further up.
    var frame: UInt { inbox == nil ? probe?.latestFrame ?? .max : .max }

    /// What shows whether it's still running when the observation has ended. The inbox may contain messages, so it's not held.
    private let probe: Probe?
    private let inbox: WeakReference?

    /// Of what the watcher was told.
    var told = Told.nothing
    var isEnded = false

    /// Takes over what is known of the same call from an earlier look.
    mutating func goOn(_ earlier: SightedCall) {
        since = earlier.since
        told = earlier.told
    }

    enum Told: Int { case nothing, slow, stuck }

    init(
        handled: Int, since: SuspendingClock.Instant, _ notes: [ObservationNote], on thread: ThreadID?, _ probe: Probe?,
        _ inbox: AnyInbox?
    ) {
        self.handled = handled
        self.since = since
        self.notes = notes
        self.thread = thread
        self.probe = probe
        self.inbox = inbox.map { WeakReference($0) }
    }

    /// Whether the call is still running, also if its observation has ended.
    var isStillRunning: Bool {
        if let inbox { return (inbox.object as? AnyInbox)?.progress.isSame(as: handled) == true }
        return probe.map { $0.calls == (handled, true) } ?? false
    }
}

extension Progress {

    fileprivate func isSame(as handled: Int) -> Bool { isBusy && self.handled == handled }
}
