/// What an observable has counted that was observed before, and that nobody observes right now.
struct RestingCounts: Sendable {

    /// Identifies the observable among all that were ever observed.
    let number: Int

    /// The name, if it has one.
    let name: String?

    let sent: Int
    let refused: Int
}
