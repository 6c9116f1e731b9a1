/// Where messages of an observation go apart from its handler: all of them to loops, or the first one to a combination.
///
/// Nothing but the observation retains it, so it's released with the observation, for whatever reason.
///
/// `@unchecked Sendable` because nothing of it changes, also in subclasses.
class AnyInlet: @unchecked Sendable {

    /// The messages that wait for loops, or for the handler of a combination in place.
    final let backlog: Backlog?

    /// Whether loops get all messages right when they're sent.
    final let isForLoops: Bool

    init(_ backlog: Backlog?, isForLoops: Bool) {
        self.backlog = backlog
        self.isForLoops = isForLoops
    }
}

/// An inlet for messages of one type.
class Inlet<Message>: AnyInlet, @unchecked Sendable {

    /// Puts a message in. The caller may hold locks. Returns whether the message exceeded the limit, so that the observation must
    /// end.
    func push(_ message: Message, from author: AnyObject?, _ work: inout DeferredWork) -> Bool { false }

    /// Takes the message with which the observation starts, unless that's for the handler. The caller may hold locks. Returns
    /// whether it did.
    func takeFirst(_ message: Message, _ work: inout DeferredWork) -> Bool { false }

    /// Learns that the observation was to start with a message, but starts without, since none can come.
    func startWithoutFirst() {}
}
