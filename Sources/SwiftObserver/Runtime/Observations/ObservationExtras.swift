/// What only few observations need, apart from them, so that it takes no memory of the others.
///
/// Who starts an observation, or its receiver, makes them. All of it is set before the receiver has the observation, since
/// from then on others read it, and not changed any more then. Two exceptions say so.
final class ObservationExtras: @unchecked Sendable {

    /// The observer, if it can die, and no receiver keeps its memory: several observers share the receiver, or there's none.
    weak var observer: AnyObject?

    /// The observations that end together with this one.
    var group: ObservationGroup?

    /// Runs instead of `end` when the observable says farewell.
    var farewell: (@Sendable () -> Void)?

    /// Where messages go apart from the handler.
    var inlet: AnyInlet?

    /// Where the handler passes messages on to, if that's all it does.
    var downstream: Downstream?

    /// How many messages had been sent to everyone when it started, if it did. Guarded by the office's lock.
    var sentBefore: Int?

    /// Whether it only stands in for another observation, for a moment.
    var isStandIn = false

    /// Ends this observation also while it waits for its first message, before it starts. Only used by the thread that starts it.
    var startGroup: ObservationGroup?

    init(
        endingWith group: ObservationGroup? = nil, inlet: AnyInlet? = nil, downstream: Downstream? = nil,
        farewell: (@Sendable () -> Void)? = nil
    ) {
        self.group = group
        self.inlet = inlet
        self.downstream = downstream
        self.farewell = farewell
    }
}

extension AnyObservation {

    /// Ends this observation also while it waits for its first message, if it does so. Only read by the thread that starts it.
    final var startGroup: ObservationGroup? {
        @inline(__always)
        get { extras?.startGroup }
    }

    /// Whether it only stands in for another observation. Then, nobody who looks sees it.
    final var isStandIn: Bool { extras?.isStandIn == true }

    /// How many messages had been sent to everyone when it started, if it did. Only observations that have extras know that,
    /// among them those that may start later. Guarded by the office's lock.
    final var sentBefore: Int? { extras?.sentBefore }

    final func didStart(behind sent: Int) { extras?.sentBefore = sent }

    /// Sets what ends this observation also while it waits for its first message. Only the thread that starts it may ask for that.
    final func willStartLater(endingWith group: ObservationGroup) {
        guard let extras else { preconditionFailure("The observation was not prepared to start later.") }
        extras.startGroup = group
    }

    /// Where the handler passes messages on to, if that's all it does.
    final var downstream: Downstream? { extras?.downstream }

    /// Who observes, where someone reads it.
    final var observer: ObserverLabel { observer(knownAs: nil, isLoaded: true) }

    /// - Parameters:
    ///   - type: The type of the observer, if the caller knows it, also if the observer is dead.
    ///   - isLoaded: Whether the observer may be loaded to tell. It may die here then, so the caller must hold no lock.
    final func observer(knownAs type: Any.Type?, isLoaded: Bool) -> ObserverLabel {
        if isObserverMortal {
            return .object(type ?? (isLoaded ? livingObserver.map { Swift.type(of: $0) } : nil))
        }
        if let downstream { return .object(downstream.type) }
        return extras?.inlet?.isForLoops == true ? .loop : .free
    }

    /// The name of the observer, if it has one. To read it takes the receiver's lock.
    final var observerName: String? { receiver?.withLock { $0.name } }
}
