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

    /// No other lock is taken while this one is held.
    let observations: LockedReceiverState

    /// Whether an observer that uses this receiver can die.
    func isMortal(_ observer: AnyObject) -> Bool {
        guard let immortalClass = observations.constant({ $0.pointee.immortalClass }) else { return true }
        return ObjectIdentifier(type(of: observer)) != immortalClass
    }

    /// Creates a receiver without observations.
    public init() {
        observations = LockedReceiverState(ReceiverState())
    }

    /// Creates a receiver without observations, for an observer that has a name.
    ///
    /// The name tells the observer apart from others of its type where someone looks at observations: see ``Watch``. It need not
    /// be unique.
    public init(named name: String) {
        observations = LockedReceiverState(ReceiverState(named: name))
    }

    /// Creates the receiver of an observer that lives forever, and whose class has no other object that uses it.
    init(ofImmortal observerClass: AnyClass) {
        observations = LockedReceiverState(ReceiverState(ofImmortal: ObjectIdentifier(observerClass)))
    }

    /// The name of the observer, if it was given one.
    public var name: String? { observations.withLock { $0.name } }

    deinit {
        observations.withLock { $0.close() }.unregister(because: .observerDied)
    }

    /// Keeps an observation from before its start until after its end. Tells whether the observation may start.
    func add(_ observation: AnyObservation, by observer: AnyObject) -> Bool {
        let isAdded = observations.withLock { state in
            if observation.isObserverMortal {
                observation.setObserver(observer, state.observerReference.pin(observer))
            }
            return state.add(observation)
        }
        let mayStart = isAdded && observation.group?.add(observation) ?? true
        if !mayStart { observation.end() }
        return mayStart
    }

    /// Ends the observations of one messenger. O(n) in the number of observations on that side which has fewer of them.
    ///
    /// - Parameter isView: Whether the caller has only a view of the observable. Then the program stops if the observer is
    ///   `FreeObserver.shared`. Evaluated only for that observer, since it takes a cast unless the type is known.
    @usableFromInline
    func endObservations<Message>(of messenger: Messenger<Message>, seenThroughView isView: @autoclosure () -> Bool) {
        if observations.constant({ $0.pointee.immortalClass }) != nil, isView() { Misuse.viewOfSharedObserver.stop() }
        switch observations.withLock({ $0.hasMany ? nil : $0.end(of: messenger.office) }) {
        case let ended?: ended.finishEnds()
        case nil: endObservationsAmongMany(of: messenger.office)
        }
    }

    private func endObservationsAmongMany(of office: PostOffice) {
        if let observations = observationsIfFewer(in: office) {
            for observation in observations { observation.end() }
        } else {
            observations.withLock { $0.end(of: office) }.finishEnds()
        }
    }

    /// Tells whether there are observations of one messenger. O(n) like `endObservations(of:)`.
    @usableFromInline
    func hasObservations<Message>(of messenger: Messenger<Message>) -> Bool {
        let office = messenger.office
        if let observations = observationsIfFewer(in: office) { return observations.contains { !$0.isEnded } }
        return observations.withLock { $0.observations.contains { $0.registrar === office && !$0.isEnded } }
    }

    /// Ends all observations and tells whether there were any that this very call ended.
    @usableFromInline
    @discardableResult
    func endObservations() -> Bool {
        let ended = observations.withLock { $0.end() }
        let areAny = !ended.isEmpty
        ended.finishEnds()
        return areAny
    }

    /// The observations of one office if that has so few that it's worth to ask there.
    private func observationsIfFewer(in office: PostOffice) -> [AnyObservation]? {
        let (hasMany, count) = observations.withLock { ($0.hasMany, $0.observations.count) }
        guard hasMany, office.observationCount < count else { return nil }
        return office.observations(of: observations)
    }
}
