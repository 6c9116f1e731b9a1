/// A moment, to ask later which observations began since. It's `Sendable`.
public struct WatchMark: Sendable, Hashable {

    /// How many observations had begun by then.
    let number: Int
}
