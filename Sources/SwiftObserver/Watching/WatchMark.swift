/// A moment, to find the observations that began since.
///
/// It's `Sendable`.
public struct WatchMark: Sendable, Hashable {

    /// The number of observations that had begun by then.
    let number: Int
}
