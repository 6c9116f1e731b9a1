/// Why an observation ends.
enum EndReason: Sendable {

    /// Someone asked for it.
    case stopped

    case observerDied

    /// The observable has sent its last message: it has died or was closed, or it's a promise that was fulfilled.
    case farewell

    /// More messages waited than were allowed.
    case tooSlow
}
