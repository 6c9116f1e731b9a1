/// Keeps the observations of one ``Observer``, which holds on to it strongly and does nothing else with it.
///
/// ```swift
/// final class Dog: Observer {
///     let receiver = Receiver()
/// }
/// ```
///
/// When the receiver dies, normally together with its observer, all its observations end. Give each observer a receiver
/// of its own: observers that share one also stop observing together. A receiver is `Sendable`.
public final class Receiver: Sendable {

    /// The observations of one receiver.
    typealias Observations = Protected<ReceiverState>

    let observations = Observations(ReceiverState())

    /// Creates a receiver without observations.
    public init() {}

    deinit {
        observations.withLock { $0.close() }.leave()
    }

    /// Keeps an observation from before its start until after its end. Tells whether the observation may start.
    func add(_ observation: AnyObservation) -> Bool {
        let mayStart =
            observations.withLock { $0.add(observation) } && observation.companions?.add(observation) ?? true
        if !mayStart { observation.end() }
        return mayStart
    }

    /// Ends the observations of one messenger. O(n) in the number of observations on that side which has fewer of them.
    func endObservations<Message>(of messenger: Messenger<Message>) {
        switch observations.withLock({ $0.hasMany ? nil : $0.end(of: messenger.office) }) {
        case let ended?: ended.leave()
        case nil: endObservationsAmongMany(of: messenger.office)
        }
    }

    private func endObservationsAmongMany(of office: PostOffice) {
        if let observations = observationsIfFewer(in: office) {
            for observation in observations { observation.end() }
        } else {
            observations.withLock { $0.end(of: office) }.leave()
        }
    }

    /// Tells whether there are observations of one messenger. O(n) like `endObservations(of:)`.
    func hasObservations<Message>(of messenger: Messenger<Message>) -> Bool {
        let office = messenger.office
        if let observations = observationsIfFewer(in: office) { return observations.contains { !$0.isEnded } }
        return observations.withLock { $0.observations.contains { $0.office === office && !$0.isEnded } }
    }

    /// Ends all observations and tells whether there were any that this very call ended.
    @discardableResult
    func endObservations() -> Bool {
        let ended = observations.withLock { $0.end() }
        let areAny = !ended.isEmpty
        ended.leave()
        return areAny
    }

    /// The observations of one office if that has so few that it's worth to ask there.
    private func observationsIfFewer(in office: PostOffice) -> [AnyObservation]? {
        let (hasMany, count) = observations.withLock { ($0.hasMany, $0.observations.count) }
        guard hasMany, office.observationCount < count else { return nil }
        return office.observations(of: observations)
    }
}

/// The observations of one receiver, in no particular order, and all decisions about them.
struct ReceiverState {

    private(set) var observations: [AnyObservation] = []

    /// Whether the receiver is dying, so that no observation can start any more.
    private var isClosed = false

    /// Whether there are so many observations that it's worth to look for some of them elsewhere.
    var hasMany: Bool { observations.count > 16 }

    /// Adds an observation unless the receiver is dying. O(1) amortized.
    mutating func add(_ observation: AnyObservation) -> Bool {
        if isClosed { return false }
        observation.receiverIndex = observations.count
        observations.append(observation)
        return true
    }

    /// Removes an observation if it is here. O(1).
    ///
    /// The caller must hold on to the observation until it released its lock.
    mutating func remove(_ observation: AnyObservation) {
        let index = observation.receiverIndex
        guard observations.indices.contains(index), observations[index] === observation else { return }
        _ = takeObservation(at: index)
    }

    private mutating func takeObservation(at index: Int) -> AnyObservation {
        var observation = observations.removeLast()
        if index < observations.count {
            observation.receiverIndex = index
            swap(&observations[index], &observation)
        }
        return observation
    }

    /// Ends and removes all observations, or those of one office, but for those that someone else is just ending. O(n).
    ///
    /// They end right here, under the lock: whoever stops observing meanwhile, and doesn't find them any more, can rely on
    /// it that they have ended.
    mutating func end(of office: PostOffice? = nil) -> EndedObservations {
        var ended = EndedObservations()
        for index in observations.indices.reversed() {
            let observation = Unmanaged.passUnretained(observations[index])
            if observation._withUnsafeGuaranteedRef({ (office == nil || $0.office === office) && $0.mark() }) {
                ended.append(takeObservation(at: index))
            }
        }
        return ended
    }

    /// Ends and removes all observations and accepts no more.
    mutating func close() -> EndedObservations {
        isClosed = true
        return end()
    }
}

/// Observations that have ended and that their receiver has forgotten, but others may not.
struct EndedObservations {

    /// The first one, apart from the others, since it's mostly the only one and then takes no memory.
    private var first: AnyObservation?
    private var others: [AnyObservation] = []

    var isEmpty: Bool { first == nil }

    mutating func append(_ observation: consuming AnyObservation) {
        if first == nil { first = observation } else { others.append(observation) }
    }

    /// Lets all others forget the observations. Call this without a lock.
    consuming func leave() {
        first.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef { $0.leave() }
        for observation in others { observation.leave() }
    }
}
