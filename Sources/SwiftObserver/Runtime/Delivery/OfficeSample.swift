/// What one observable was like at one moment.
///
/// What was sent, who observes, and what is posted where is taken under the lock of the office, so nothing is sent, started or
/// ended meanwhile. Handlers go on meanwhile. How far each of them has got is read once.
struct OfficeSample {

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

    /// What is told of it.
    ///
    /// - Parameters:
    ///   - destination: Where handlers in place run.
    ///   - isLoaded: Whether the observer may be asked for its type. It may die by that, so the caller must hold no lock.
    func note(
        _ observable: OfficeLabel, inPlace destination: Unfinished.Destination, isLoaded: Bool = true
    ) -> ObservationNote {
        ObservationNote(
            observable: observable, observer: observation.observer(knownAs: probe?.observerType, isLoaded: isLoaded),
            observerName: observation.observerName, destination: observation.backlog?.destination ?? destination,
            startPoint: probe?.startPoint, start: observation.start, number: probe?.number ?? 0, waiting: waiting,
            handled: handled, missed: missed, isRunning: isRunning, isOfWatcher: probe?.isOfWatcher == true)
    }
}

extension OfficeSample {

    /// Who stands for all observations in place, since these wait in one line: the one whose handler is running, or else the one
    /// for which most messages wait.
    var representativeInPlace: ObservationSample? {
        let inPlace = observations.filter { $0.observation.isInPlace }
        return inPlace.first { $0.isRunning == true } ?? inPlace.max { $0.waiting < $1.waiting }
    }
}

extension ObservationSample {

    /// What an observation is like that has just started.
    init(new observation: AnyObservation, _ probe: Probe) {
        self.init(observation: observation, probe: probe, waiting: 0, handled: 0, missed: 0, isRunning: false)
    }
}

extension PostOfficeState {

    /// Looks at everything, under the lock.
    ///
    /// - Parameter isWanted: Decides which observations to look at closely.
    func sample(where isWanted: (ObservationSample) -> Bool = { _ in true }) -> OfficeSample {
        var sample = OfficeSample(
            sent: sent, inLine: mailbox.backlog, refused: refused, isClosed: isClosed,
            deliverer: mailbox.threadOnDuty, isDelivering: mailbox.isDelivering)
        if let lane {
            sample.destination = lane.destination
            sample.deliverer = sample.isDelivering ? lane.runner : nil
        }
        func add(_ observation: ObservationSample) {
            if isWanted(observation) { sample.observations.append(observation) }
        }
        registry.forEach { add(self.sample($0, inLine: sample.inLine)) }
        hopRegistry.forEach { add(self.sample($0, inLine: sample.inLine)) }
        return sample
    }

    /// One observation that is watched and about to be removed.
    func sampleIfWatched(_ observation: AnyObservation) -> ObservationSample? {
        observation.probe != nil && observation.isRegistered ? sample(observation, inLine: mailbox.backlog) : nil
    }

    private func sample(_ observation: AnyObservation, inLine: Int) -> ObservationSample {
        let probe = observation.probe
        if let progress = observation.backlog?.progress {
            // A loop is fed in place, so what is in line waits for it, too.
            let sentToLoop = observation.isHopped ? nil : probe.flatMap { sentSinceStart($0) }
            return ObservationSample(
                observation: observation, probe: probe,
                waiting: sentToLoop.map { $0 - progress.handled - progress.missed } ?? progress.waiting,
                handled: progress.handled, missed: progress.missed, isRunning: progress.isBusy)
        }
        guard let probe else {
            return ObservationSample(
                observation: observation, probe: nil, waiting: inLine, handled: nil, missed: 0,
                isRunning: mailbox.isDelivering ? nil : false)
        }
        // What was sent to it is what waits and what it was called with. So this reads only the latter.
        let calls = probe.calls
        return ObservationSample(
            observation: observation, probe: probe,
            waiting: sentSinceStart(probe).map { $0 - calls.count } ?? inLine, handled: calls.count, missed: 0,
            isRunning: calls.isRunning)
    }

    /// How many messages were sent to an observation, if it has been watched since it began.
    private func sentSinceStart(_ probe: Probe) -> Int? { probe.sentBefore.map { sent + probe.addressed - $0 } }
}
