/// Where an observation puts its messages for loops, right when they're sent.
///
/// Nothing but the observation retains it, so it's released with the observation, for whatever reason.
///
/// `@unchecked Sendable` because nothing of it changes, also in subclasses.
class AnyLoopInlet: @unchecked Sendable {

    /// The messages that wait for the loops.
    final let backlog: Backlog

    init(_ backlog: Backlog) { self.backlog = backlog }
}

/// A loop inlet for messages of one type.
class LoopInlet<Message>: AnyLoopInlet, @unchecked Sendable {

    /// Puts a message in. The caller may hold locks. Returns the work left to be done without them, and
    /// whether the message exceeded the limit, so that the observation must end.
    func push(_ message: Message, from author: AnyObject?) -> (leftover: Leftover, isCutOff: Bool) {
        (Leftover(), false)
    }

    /// Puts a message in, unless a message came before. The caller holds no lock.
    func pushFirst(_ message: Message, from author: AnyObject?) {}
}
