/// The state of one observable and its observations at one moment. It retains none of them.
struct WatchedObservable: Sendable {

    /// Identifies the observable among all living ones.
    let id: ObjectIdentifier

    let label: OfficeLabel

    /// The numbers of messages that were sent since the first observation, pending, and refused.
    let sent: Int
    let inLine: Int
    let refused: Int
    let isClosed: Bool

    /// Where handlers in place run, and the delivering thread.
    let destination: Unfinished.Destination
    let deliverer: ThreadID?

    let observations: [WatchedObservation]

    /// The variables that the observable combines, if it combines any.
    let combined: [WatchedSource]

    /// Reads the state of an office. Anything that needs no lock is read without it.
    ///
    /// - Parameters:
    ///   - observed: The type that is observed, if the caller knows it better than the
    ///     observations.
    ///   - history: The results of earlier looks.
    init(
        _ office: PostOffice, _ messenger: Any.Type?, observedAs observed: Any.Type? = nil,
        _ history: SampleHistory = Sampler.shared.history, where isWanted: (ObservationSample) -> Bool = { _ in true }
    ) {
        // Durations end here, so that none is too long if this thread is stalled.
        let now = SuspendingClock.now
        let sample = office.sample(where: isWanted)
        id = office.identity
        sent = sample.sent
        inLine = sample.inLine
        refused = sample.refused
        isClosed = sample.isClosed
        destination = sample.destination
        deliverer = sample.deliverer
        let representative = sample.representativeInPlace?.observation
        observations = sample.observations.map {
            WatchedObservation(
                $0, at: office, messenger, history, now,
                isCounted: !$0.observation.isInPlace || $0.observation === representative)
        }
        combined = office.combinedSources.map(WatchedSource.init)
        label = OfficeLabel(
            name: office.name, messenger: messenger,
            observed: observed ?? observations.lazy.compactMap(\.note.observable.observed).first)
    }

    /// All observables that are observed at the moment. Those with a name come first, by name.
    static var all: [WatchedObservable] { first(.max).observables }

    /// The first of these, and the number of observables beyond them.
    static func first(_ limit: Int) -> (observables: [WatchedObservable], further: Int) {
        let history = Sampler.shared.history, offices = OfficeDirectory.observed.map { ($0, $0.office.name) }
        let sorted = offices.sorted { ($0.1 == nil ? 1 : 0, $0.1 ?? "") < ($1.1 == nil ? 1 : 0, $1.1 ?? "") }
        var observables: [WatchedObservable] = []
        for (index, (observed, _)) in sorted.enumerated() {
            if observables.count >= limit { return (observables, sorted.count - index) }
            let observable = WatchedObservable(observed.office, observed.messenger, history)
            if !observable.observations.isEmpty { observables.append(observable) }
        }
        return (observables, 0)
    }

    /// Returns the observations that may need attention, each with its observable.
    ///
    /// It also returns the numbers of all observables and observations.
    static func notable(
        _ backlog: Int
    ) -> (observables: [WatchedObservable], observableCount: Int, observationCount: Int) {
        let history = Sampler.shared.history
        var observables: [WatchedObservable] = [], observableCount = 0, observationCount = 0
        for (office, messenger) in OfficeDirectory.observed {
            var count = 0
            let observable = WatchedObservable(office, messenger, history) { sample in
                count += 1
                return sample.isNotable(backlog)
            }
            if count > 0 { observableCount += 1 }
            observationCount += count
            if !observable.observations.isEmpty { observables.append(observable) }
        }
        return (observables, observableCount, observationCount)
    }

    /// The observations with more waiting messages than the limit.
    ///
    /// Observations in place share the pending messages, so one of them represents all.
    func backlogs(above limit: Int) -> [WatchedObservation] {
        observations.filter { $0.isCounted && $0.note.waiting > limit }
    }
}

/// A variable that is combined with others, whether or not it's observed.
struct WatchedSource: Sendable {

    let id: ObjectIdentifier
    let label: OfficeLabel

    /// The variables that it combines itself.
    let combined: [WatchedSource]

    fileprivate init(_ source: CombinedSource) {
        id = source.office.identity
        label = OfficeLabel(name: source.office.name, messenger: source.type, observed: nil)
        combined = source.office.combinedSources.map(WatchedSource.init)
    }
}

/// The state of one observation.
struct WatchedObservation: Sendable {

    let note: ObservationNote

    /// Identifies the observer among all living ones, if it has a receiver.
    let receiver: ObjectIdentifier?

    /// Identifies the observable to which the handler passes on messages, if it does only that.
    let downstream: ObjectIdentifier?

    /// The thread on which the handler is running, if it's known.
    let thread: ThreadID?

    /// The minimum duration for which the handler has been running, if it was sampled.
    let duration: Duration?

    /// The share of recent looks in which the handler was running, if watching is on.
    let share: Double?

    /// Whether its backlog counts. Of all observations in place, one represents all.
    let isCounted: Bool

    fileprivate init(
        _ sample: ObservationSample, at office: PostOffice, _ messenger: Any.Type?, _ history: SampleHistory,
        _ now: SuspendingClock.Instant, isCounted: Bool
    ) {
        let observation = sample.observation
        note = office.note(of: sample, messenger)
        receiver = observation.receiver?.identity
        downstream = observation.downstream.map { ObjectIdentifier($0.registrar) }
        let isRunning = sample.isRunning == true
        thread = sample.thread
        let key = sample.probe.map { CallKey.observation($0.id) }
        duration =
            isRunning ? key.flatMap { history.duration(of: $0, handled: sample.handled ?? 0, at: now) } : nil
        share = Watching.isOn ? key.map { history.share(of: $0) } : nil
        self.isCounted = isCounted
    }
}

extension WatchedObservable {

    /// The observables of a receiver, each with only the observations of that receiver.
    static func observed(by receiver: LockedReceiverState) -> [WatchedObservable] {
        var offices: [PostOffice] = [], found: Set<ObjectIdentifier> = []
        for observation in receiver.withLock({ $0.observations }) {
            guard let office = observation.registrar as? PostOffice, office.messengerType != ObservationGroup.self
            else { continue }
            if found.insert(office.identity).inserted { offices.append(office) }
        }
        return offices.map { office in
            WatchedObservable(office, office.messengerType) { sample in
                sample.observation.receiver.map { $0 === receiver } == true
            }
        }
    }
}
