/// What only few observations need, apart from them, so that it takes no memory of the others.
///
/// All of it is set before the receiver has the observation, since from then on others read it, and not changed any more then. Two
/// exceptions say so.
class ObservationExtras: @unchecked Sendable {

    /// The observer, if it can die, and no receiver keeps its memory: several observers share the receiver, or there's none.
    weak var observer: AnyObject?

    /// The observations that end together with this one.
    final var group: ObservationGroup?

    /// Runs instead of `end` when the observable says farewell.
    final var farewell: (@Sendable () -> Void)?

    /// Where messages go apart from the handler.
    final var inlet: AnyInlet?

    /// Where the handler passes messages on to, if that's all it does.
    final var downstream: Downstream?

    /// How many messages had been sent to everyone when it started, if it did. Guarded by the office's lock.
    final var sentBefore: Int?

    /// Whether it only stands in for another observation, for a moment.
    final var isStandIn = false

    /// Ends this observation also while it waits for its first message, before it starts. Only used by the thread that starts it.
    final var startGroup: ObservationGroup?
}

/// The same with a handler that takes authors.
final class HandlerWithAuthor<Message>: ObservationExtras, @unchecked Sendable {

    let handle: @Sendable (Message, AnyObject?) -> Void

    init(_ handle: @escaping @Sendable (Message, AnyObject?) -> Void) { self.handle = handle }
}
