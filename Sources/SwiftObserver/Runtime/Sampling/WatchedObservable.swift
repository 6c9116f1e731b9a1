/// What is known of one observable and its observations at one moment. It keeps none of them alive.
struct WatchedObservable: Sendable {

    /// Identifies the observable among all that are alive.
    let id: ObjectIdentifier

    let label: OfficeLabel

    /// How many messages were sent since it was observed first, wait in line, and were refused.
    let sent: Int
    let inLine: Int
    let refused: Int
    let isClosed: Bool

    /// Where handlers in place run, and the thread on which they're just being called.
    let destination: Unfinished.Destination
    let deliverer: ThreadID?

    let observations: [WatchedObservation]

    /// Looks at an office. What needs no lock is read after its lock is released.
    ///
    /// - Parameter observed: As what it's observed, if the caller knows better than the observations.
    init(
        _ office: PostOffice, _ messenger: Any.Type?, observedAs observed: Any.Type? = nil,
        where isWanted: (ObservationSample) -> Bool = { _ in true }
    ) {
        let sample = office.sample(where: isWanted)
        id = office.identity
        sent = sample.sent
        inLine = sample.inLine
        refused = sample.refused
        isClosed = sample.isClosed
        destination = sample.destination
        deliverer = sample.deliverer
        observations = sample.observations.map { WatchedObservation($0, at: office, messenger, sample) }
        label = OfficeLabel(
            name: office.name, messenger: messenger,
            observed: observed ?? observations.lazy.compactMap(\.note.observable.observed).first)
    }

    /// All that are observed right now.
    static var all: [WatchedObservable] {
        PostOffice.observed.map { WatchedObservable($0.office, $0.messenger) }.filter { !$0.observations.isEmpty }
    }
}

/// What is known of one observation.
struct WatchedObservation: Sendable {

    let note: ObservationNote

    /// Identifies the observer among all that are alive, if it has a receiver.
    let receiver: ObjectIdentifier?

    /// Identifies the observable to which the handler passes messages on, if that's all it does.
    let downstream: ObjectIdentifier?

    /// The thread on which the handler is running, if it is, and that's known.
    let thread: ThreadID?

    /// For how long the handler has been running at least, if that was sampled.
    let duration: Duration?

    fileprivate init(
        _ sample: ObservationSample, at office: PostOffice, _ messenger: Any.Type?, _ officeSample: OfficeSample
    ) {
        let observation = sample.observation
        note = office.note(of: sample, messenger)
        receiver = observation.receiver?.identity
        downstream = observation.downstream.map { ObjectIdentifier($0.registrar) }
        let isRunning = sample.isRunning == true
        thread = isRunning ? observation.backlog.map(\.handlingThread) ?? officeSample.deliverer : nil
        duration = isRunning ? Sampler.shared.duration(of: CallKey(observation), handled: sample.handled ?? 0) : nil
    }
}

extension WatchedObservable {

    /// The observables of a receiver, each with the observations of that receiver only.
    static func observed(by receiver: LockedReceiverState) -> [WatchedObservable] {
        var offices: [PostOffice] = [], found: Set<ObjectIdentifier> = []
        for observation in receiver.withLock({ $0.observations }) {
            guard let office = observation.registrar as? PostOffice else { continue }
            if found.insert(office.identity).inserted { offices.append(office) }
        }
        return offices.map { office in
            WatchedObservable(office, office.messengerType) { sample in
                sample.observation.receiver.map { $0 === receiver } == true
            }
        }
    }
}
