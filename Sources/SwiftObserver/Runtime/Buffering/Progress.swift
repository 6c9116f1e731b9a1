/// How far whoever takes messages out has got, at one moment. What was sent is what waits, what was handled, what is missing, and
/// what was merged with what waited.
struct Progress: Sendable {

    /// How many messages wait.
    var waiting = 0

    /// How many messages the handler was called with, or a loop has got.
    var handled = 0

    /// How many messages were dropped.
    var missed = 0

    /// How many messages became part of others that waited.
    var merged = 0

    /// Whether the handler, or the body of a loop, is busy with a message right now.
    var isBusy = false
}
