/// Decides what an operator does when with messages that it gets.
///
/// A base class and not a protocol, because it's called for each message. `@unchecked Sendable` because it's only called under the
/// lock of its `TimedOffice`. So it runs no code of clients, and releases nothing. The properties of subclasses are checked for
/// exclusive access by nobody, since that lock sees to it.
class TimeRule<Input, Output>: @unchecked Sendable {

    /// Takes a message in, and exchanges it for one that it displaces, if it does. Tells what is to be done next.
    func add(_ message: inout Input, from author: AnyObject?, at now: Duration) -> TimeStep { .nothing }

    /// When there's something to be sent, as long as nothing else happens.
    var deadline: Duration? { nil }

    /// Removes the next thing that's to be sent by now or, on a flush, whenever.
    func takeDue(at now: Duration, isFlush: Bool) -> (output: Output, author: AnyObject?)? { nil }
}

/// What is to be done next when a message has come.
enum TimeStep {

    /// Something is to be sent before the message is taken in.
    case sendFirst

    /// The message was taken in, and something is to be sent right now.
    case send

    /// There's nothing to be sent before that time, as long as nothing else happens.
    case wait(until: Duration)

    case nothing
}
