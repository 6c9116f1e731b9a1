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
        for observation in observations.withLock({ $0.close() }) { observation.end() }
    }

    /// Keeps an observation from before its start until after its end. Tells whether the observation may start.
    func add(_ observation: AnyObservation) -> Bool {
        let mayStart =
            observations.withLock { $0.add(observation) } && observation.companions?.add(observation) ?? true
        if !mayStart { observation.end() }
        return mayStart
    }

    /// The observations of one office. O(n) in the number of observations on that side which has fewer of them.
    func observations(of office: PostOffice) -> [AnyObservation] {
        let count = observations.withLock { $0.count }
        if office.observationCount < count { return office.observations(of: observations) }
        return observations.withLock { $0.observations(of: office.identity) }
    }

    /// Ends all observations.
    ///
    /// They stay known until they have ended, so that whoever else ends them meanwhile doesn't miss them.
    func endObservations() {
        let all = observations.withLock { $0.observations }
        for observation in all { observation.end() }

        // whoever changes the array in place, because nobody else holds it any more, comes after our reading
        observations.withLock { _ in withExtendedLifetime(all) {} }
    }
}

/// The observations of one receiver, in no particular order, and all decisions about them.
struct ReceiverState {

    private(set) var observations: [AnyObservation] = []

    /// Whether the receiver is dying, so that no observation can start any more.
    private var isClosed = false

    var count: Int { observations.count }

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
        observations.swapAt(index, observations.count - 1)
        observations[index].receiverIndex = index
        observations.removeLast()
    }

    /// Removes all observations. The caller releases them after unlocking.
    mutating func takeAll() -> [AnyObservation] {
        var all: [AnyObservation] = []
        swap(&all, &observations)
        return all
    }

    /// Removes all observations and accepts no more.
    mutating func close() -> [AnyObservation] {
        isClosed = true
        return takeAll()
    }

    /// The observations of the office with that identity. O(n).
    func observations(of office: ObjectIdentifier) -> [AnyObservation] {
        observations.filter { $0.office.identity == office }
    }
}

extension Receiver {

    /// Ends the only observation and tells whether this very call did.
    func endOnlyObservation() -> Bool {
        observations.withLock { $0.takeAll() }.first?.end() ?? false
    }
}
