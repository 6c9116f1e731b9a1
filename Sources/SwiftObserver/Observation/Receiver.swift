/// The part of an ``Observer`` that owns its observations.
///
/// The observer retains it, and does nothing else with it:
///
/// ```swift
/// final class Dog: Observer {
///     let receiver = Receiver()
/// }
/// ```
///
/// **Lifetime:** When the receiver is deallocated, which normally happens together with its
/// observer, all its observations end. Give each observer a receiver of its own: observers that
/// share a receiver also stop observing together.
///
/// A receiver is `Sendable`.
public final class Receiver: Sendable {

    /// All state of the receiver.
    ///
    /// No other lock is acquired while this one is held.
    let observations: LockedReceiverState

    /// Returns whether an observer that uses this receiver can be deallocated.
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
    /// The name distinguishes the observer from others of its type in inspections and reports: see
    /// ``Watch``. It needn't be unique.
    public init(named name: String) {
        observations = LockedReceiverState(ReceiverState(named: name))
    }

    /// Creates the receiver of an observer that is never deallocated.
    ///
    /// No other object of the observer's class may use it.
    init(ofImmortal observerClass: AnyClass) {
        observations = LockedReceiverState(ReceiverState(ofImmortal: ObjectIdentifier(observerClass)))
    }

    /// The name of the observer, if it has one.
    public var name: String? { observations.withLock { $0.name } }

    deinit {
        observations.withLock { $0.close() }.unregister(because: .observerDied)
    }

    /// Stores an observation from before its start until after its end.
    ///
    /// - Returns: Whether the observation may start.
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

    /// Ends the observations of one messenger.
    ///
    /// - Parameter isView: Whether the caller has only a view of the observable. If so, and if the
    ///   observer is `FreeObserver.shared`, the program stops. It's evaluated only for that
    ///   observer, since it takes a cast unless the type is known.
    /// - Complexity: O(n) in the number of observations on the side that has fewer of them.
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

    /// Returns whether there are observations of one messenger.
    ///
    /// - Complexity: That of `endObservations(of:seenThroughView:)`.
    @usableFromInline
    func hasObservations<Message>(of messenger: Messenger<Message>) -> Bool {
        let office = messenger.office
        if let observations = observationsIfFewer(in: office) { return observations.contains { !$0.isEnded } }
        return observations.withLock { $0.observations.contains { $0.registrar === office && !$0.isEnded } }
    }

    /// Ends all observations, and returns whether this very call ended any.
    @usableFromInline
    @discardableResult
    func endObservations() -> Bool {
        let ended = observations.withLock { $0.end() }
        let areAny = !ended.isEmpty
        ended.finishEnds()
        return areAny
    }

    /// The observations of one office, if this receiver has many and the office has fewer.
    private func observationsIfFewer(in office: PostOffice) -> [AnyObservation]? {
        let (hasMany, count) = observations.withLock { ($0.hasMany, $0.observations.count) }
        guard hasMany, office.observationCount < count else { return nil }
        return office.observations(of: observations)
    }
}
