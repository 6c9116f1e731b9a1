/// The progress of a consumer at one moment.
///
/// Each message that the consumer gets waits, was handled, was dropped, or was merged with one that
/// waited.
struct Progress: Sendable {

    /// The number of messages that wait.
    var waiting = 0

    /// The number of messages with which the handler was called, or that a loop took out.
    var handled = 0

    /// The number of messages that were dropped.
    var missed = 0

    /// The number of messages that became part of other waiting messages.
    var merged = 0

    /// `true` if the handler, or the body of a loop, is busy with a message right now.
    var isBusy = false
}
