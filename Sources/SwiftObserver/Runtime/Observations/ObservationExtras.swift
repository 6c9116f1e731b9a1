/// What only few observations need, apart from them, so that it takes no memory of the others.
///
/// Who starts an observation makes them, and passes them on to it. All of it is set before the receiver has the observation, since
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
