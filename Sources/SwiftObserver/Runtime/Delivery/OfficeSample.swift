/// What one observable was like at one moment.
///
/// What was sent, who observes, and what is posted where is taken under the lock of the office, so nothing is sent, started or
/// ended meanwhile. Handlers go on meanwhile. How far each of them has got is read once.
struct OfficeSample {

    /// Identifies the observable among all that were ever observed, once it is listed.
    var number: Int?

    /// How many messages were sent since the observable was observed first.
    var sent = 0

    /// How many wait in line to be delivered in place.
    var inLine = 0

    var refused = 0
    var isClosed = false

    /// The thread that delivers in place, if one does.
    var deliverer: ThreadID?

    /// Whether handlers in place may be running.
    var isDelivering = false

    /// Where all handlers in place run.
    var destination = Unfinished.Destination.inPlace

    var observations: [ObservationSample] = []
}

/// What one observation was like at that moment.
struct ObservationSample {

    let observation: AnyObservation
    let probe: Probe?

    /// How many messages wait. In place, that's how many it gets of those that are being delivered or in line.
    let waiting: Int

    /// With how many messages the handler was called, unless that isn't known.
    let handled: Int?
    let missed: Int

    /// Whether the handler is running, unless that isn't known.
    let isRunning: Bool?

    /// The thread on which it's running, if it is, and that's known.
    let thread: ThreadID?
}
