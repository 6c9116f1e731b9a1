/// Where messages of an observation go apart from its handler.
///
/// All of them go to loops, or the first one goes to a combined observation. Only the observation
/// retains the inlet, so it's released with the observation, for whatever reason.
///
/// `@unchecked Sendable` because it and its subclasses are immutable.
class AnyInlet: @unchecked Sendable {

    /// The messages that wait for loops, or for the handler of an in-place combined observation.
    final let backlog: Backlog?

    /// `true` if loops get all messages at the moment of sending.
    final let isForLoops: Bool

    init(_ backlog: Backlog?, isForLoops: Bool) {
        self.backlog = backlog
        self.isForLoops = isForLoops
    }
}

/// An inlet for messages of one type.
class Inlet<Message>: AnyInlet, @unchecked Sendable {

    /// Adds a message. The caller may hold locks.
    ///
    /// Returns whether the message exceeded the limit, so that the observation must end.
    func push(_ message: Message, from author: AnyObject?, _ work: inout DeferredWork) -> Bool { false }

    /// Takes the message with which the observation starts, unless that's for the handler.
    ///
    /// The caller may hold locks. Returns whether it took the message.
    func takeFirst(_ message: Message, _ work: inout DeferredWork) -> Bool { false }

    /// Is called if the observation was to start with a message, but no message can come.
    func startWithoutFirst() {}
}
