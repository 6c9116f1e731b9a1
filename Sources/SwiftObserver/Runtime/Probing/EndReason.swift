/// The reason why an observation ends.
enum EndReason: Sendable {

    /// The end was requested.
    case stopped

    case observerDied

    /// The observable sent its last message.
    ///
    /// It died or was closed, or it's a promise that was fulfilled.
    case farewell

    /// More messages waited than the limit allows.
    case tooSlow
}
