/// Decides which messages an operator sends, and when, from the messages that it gets.
///
/// A base class and not a protocol, because it's called for each message.
///
/// `@unchecked Sendable` because it's only called under the lock of its `TimedOffice`. So it runs
/// no client code, and releases nothing. The properties of subclasses have no exclusivity checks,
/// because that lock ensures exclusive access.
class TimeRule<Input, Output>: @unchecked Sendable {

    /// Takes a message in, and exchanges it for one that it displaces, if any.
    ///
    /// Returns the next step.
    func add(_ message: inout Input, from author: AnyObject?, at now: Duration) -> TimeStep { .nothing }

    /// The time of the next send, if nothing else happens.
    var deadline: Duration? { nil }

    /// Removes the next output that is due by now or, on a flush, at any time.
    func takeDue(at now: Duration, isFlush: Bool) -> (output: Output, author: AnyObject?)? { nil }
}

/// The next step when a message has come.
enum TimeStep {

    /// Something is to be sent before the message is taken in.
    case sendFirst

    /// The message was taken in, and something is to be sent immediately.
    case send

    /// Nothing is to be sent before that time, if nothing else happens.
    case wait(until: Duration)

    case nothing
}
