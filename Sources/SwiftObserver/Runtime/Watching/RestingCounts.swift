/// What an observable has counted that was observed before, and that nobody observes right now.
struct RestingCounts: Sendable {

    /// Identifies the observable among all that are alive.
    let id: ObjectIdentifier

    /// The name, if it has one.
    let name: String?

    let sent: Int
    let refused: Int
}
