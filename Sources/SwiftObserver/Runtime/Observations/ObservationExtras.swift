/// Data that few observations need, stored apart so that the others stay small.
///
/// The thread that starts an observation, or its receiver, makes the extras. They're set before the
/// receiver has the observation, because other threads read them from then on. They don't change
/// after that, hence `@unchecked Sendable`. Two properties are exceptions, and say so.
final class ObservationExtras: @unchecked Sendable {

    /// The observer, if it can die and no receiver keeps its memory.
    ///
    /// Then several observers share the receiver, or there's none.
    weak var observer: AnyObject?

    /// The observations that end together with this one.
    var group: ObservationGroup?

    /// Runs instead of `end` when the observable sends its farewell.
    var farewell: (@Sendable () -> Void)?

    /// Where messages go apart from the handler.
    var inlet: AnyInlet?

    /// Where the handler passes messages on to, if it does nothing else.
    var downstream: Downstream?

    /// The number of messages sent to all observers before this one started, if it did.
    ///
    /// Guarded by the lock of the office.
    var sentBefore: Int?

    /// `true` if it temporarily stands in for another observation.
    var isStandIn = false

    /// Ends this observation also while it waits for its first message, before it starts.
    ///
    /// Only the thread that starts the observation uses this.
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

    /// The group that ends this observation also while it waits for its first message, if any.
    ///
    /// Only the thread that starts the observation reads this.
    final var startGroup: ObservationGroup? {
        @inline(__always)
        get { extras?.startGroup }
    }

    /// `true` if it only stands in for another observation. Then, inspections don't show it.
    final var isStandIn: Bool { extras?.isStandIn == true }

    /// The number of messages sent to all observers before this one started, if it did.
    ///
    /// Only observations with extras store it, including each one that may start later. Guarded by
    /// the lock of the office.
    final var sentBefore: Int? { extras?.sentBefore }

    final func didStart(behind sent: Int) { extras?.sentBefore = sent }

    /// Sets the group that ends this observation also while it waits for its first message.
    ///
    /// Only the thread that starts the observation may call this.
    final func willStartLater(endingWith group: ObservationGroup) {
        guard let extras else { preconditionFailure("The observation wasn't prepared to start later.") }
        extras.startGroup = group
    }

    /// Where the handler passes messages on to, if it does nothing else.
    final var downstream: Downstream? { extras?.downstream }

    /// The observer, described for a reader.
    final var observer: ObserverLabel { observer(knownAs: nil, isLoaded: true) }

    /// - Parameters:
    ///   - type: The type of the observer, if the caller knows it, even if the observer is dead.
    ///   - isLoaded: Whether the observer may be loaded to find its type. It may be deallocated
    ///     here then, so the caller must hold no lock.
    final func observer(knownAs type: Any.Type?, isLoaded: Bool) -> ObserverLabel {
        if isObserverMortal {
            return .object(type ?? (isLoaded ? livingObserver.map { Swift.type(of: $0) } : nil))
        }
        if let downstream { return .object(downstream.type) }
        return extras?.inlet?.isForLoops == true ? .loop : .free
    }

    /// The name of the observer, if it has one. Reading it takes the lock of the receiver.
    final var observerName: String? { receiver?.withLock { $0.name } }
}
