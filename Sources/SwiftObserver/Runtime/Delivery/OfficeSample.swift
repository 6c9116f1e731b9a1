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

extension PostOfficeState {

    /// Looks at everything, under the lock.
    ///
    /// - Parameter isWanted: Decides which observations to look at closely.
    func sample(where isWanted: (ObservationSample) -> Bool = { _ in true }) -> OfficeSample {
        var sample = OfficeSample(
            number: listing?.number, sent: sent, inLine: mailbox.backlog, refused: refused, isClosed: isClosed,
            deliverer: mailbox.threadOnDuty, isDelivering: mailbox.isDelivering)
        if let lane { sample.destination = lane.destination }
        let deliverer = sample.deliverer
        func add(_ observation: AnyObservation) {
            if observation.isStandIn { return }
            let one = self.sample(observation, deliverer)
            if isWanted(one) { sample.observations.append(one) }
        }
        registry.forEach(add)
        extras.existing?.pointee.hops.forEach(add)
        return sample
    }

    /// One observation that is watched and about to be removed.
    func sampleIfWatched(_ observation: AnyObservation) -> ObservationSample? {
        if observation.probe == nil || !observation.isRegistered { return nil }
        return sample(observation, mailbox.threadOnDuty)
    }

    private func sample(_ observation: AnyObservation, _ deliverer: ThreadID?) -> ObservationSample {
        let probe = observation.probe, progress = observation.backlog?.progress
        if !observation.isInPlace, let progress {
            return ObservationSample(
                observation: observation, probe: probe, waiting: progress.waiting, handled: progress.handled,
                missed: progress.missed, isRunning: progress.isBusy,
                thread: progress.isBusy ? observation.backlog?.handlingThread : nil)
        }
        // What a part of a combination has passed on isn't handled by that.
        let waiting = mailbox.backlog + (progress?.waiting ?? 0), isBusy = progress?.isBusy == true
        guard let probe else {
            return ObservationSample(
                observation: observation, probe: nil, waiting: waiting, handled: progress?.handled, missed: 0,
                isRunning: isBusy ? true : mailbox.isDelivering ? nil : false,
                thread: isBusy ? observation.backlog?.handlingThread : nil)
        }
        // What was sent to it is what waits and what it was called with. So this reads only the latter.
        let calls = probe.calls, handled = progress?.handled ?? calls.count
        return ObservationSample(
            observation: observation, probe: probe, waiting: sentSinceStart(probe).map { $0 - handled } ?? waiting,
            handled: handled, missed: 0, isRunning: calls.isRunning || isBusy,
            thread: isBusy ? observation.backlog?.handlingThread : calls.isRunning ? deliverer : nil)
    }

    /// How many messages were sent to an observation, if it has been watched since it began.
    private func sentSinceStart(_ probe: Probe) -> Int? { probe.sentBefore.map { sent + probe.addressed - $0 } }
}
