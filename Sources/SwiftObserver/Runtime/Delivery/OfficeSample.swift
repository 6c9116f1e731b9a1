/// The state of one observable at one moment.
///
/// The counts of sent messages, the observations, and what is posted where are read under the lock
/// of the office. So nothing is sent, started or ended meanwhile. Handlers keep running, and the
/// progress of each is read once.
struct OfficeSample {

    /// Identifies the observable among all that were ever observed, once it's listed.
    var number: Int?

    /// The number of messages sent since the observable was first observed.
    var sent = 0

    /// The number of messages that are pending for delivery in place.
    var inLine = 0

    var refused = 0
    var isClosed = false

    /// The thread that delivers in place, if there is one.
    var deliverer: ThreadID?

    /// `true` if a thread is on duty, so that in-place handlers may be running.
    var isDelivering = false

    /// Where all in-place handlers run.
    var destination = Unfinished.Destination.inPlace

    var observations: [ObservationSample] = []
}

/// The state of one observation at that moment.
struct ObservationSample {

    let observation: AnyObservation
    let probe: Probe?

    /// The number of messages that wait.
    ///
    /// In place, these are the messages for this observation that are being delivered or are
    /// pending.
    let waiting: Int

    /// The number of messages with which the handler was called, if it's known.
    let handled: Int?
    let missed: Int

    /// `true` if the handler is running, `nil` if that isn't known.
    let isRunning: Bool?

    /// The thread on which the handler is running, if it is, and if that's known.
    let thread: ThreadID?
}
