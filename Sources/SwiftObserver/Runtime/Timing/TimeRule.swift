/// Decides what an operator does when with messages that it gets.
///
/// A base class and not a protocol, because it's called for each message. `@unchecked Sendable` because it's only called under the
/// lock of its `TimedOffice`. So it runs no code of clients, and releases nothing.
class TimeRule<Input, Output>: @unchecked Sendable {

    /// Takes a message in, and exchanges it for one that it displaces, if it does.
    func add(_ message: inout Input, from author: AnyObject?, at now: Duration) {}

    /// When there's something to be sent, as long as nothing else happens.
    var deadline: Duration? { nil }

    /// Removes the next thing that's to be sent by now or, on a flush, whenever.
    func takeDue(at now: Duration, isFlush: Bool) -> (output: Output, author: AnyObject?)? { nil }

    final func isDue(at now: Duration) -> Bool {
        if let deadline { deadline <= now } else { false }
    }
}
