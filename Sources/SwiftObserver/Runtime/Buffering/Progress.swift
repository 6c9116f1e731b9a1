/// How far whoever takes messages out has got, at one moment. What was sent is what waits, what was handled, and what is missing.
struct Progress: Sendable {

    /// How many messages wait.
    var waiting = 0

    /// How many messages the handler was called with, or a loop has got.
    var handled = 0

    /// How many messages were dropped.
    var missed = 0

    /// Whether the handler, or the body of a loop, is busy with a message right now.
    var isBusy = false
}
