/// From when watching tells of handlers and messages.
///
/// Times and the backlog must be more than zero, `stuck` no less than `slow`, and `names` not negative. Otherwise,
/// ``Watch/start(_:telling:)`` stops the program. It's `Sendable`.
public struct WatchLimits: Sendable, Hashable {

    /// A handler that runs for longer is slow, and so is the body of a `for await`.
    ///
    /// Between two looks, a quarter of this time passes, but no less than 5 and no more than 250 milliseconds, and no less than 20 times
    /// what a look takes.
    public var slow: Duration

    /// A handler that runs for longer is stuck.
    public var stuck: Duration

    /// If more messages than that wait for one observation, that's told.
    public var backlog: Int

    /// How many names ``Watch/openMetrics()`` tells apart. Those that come later are summed up.
    public var names: Int

    /// Creates limits.
    public init(
        slow: Duration = .seconds(1), stuck: Duration = .seconds(10), backlog: Int = 1_000, names: Int = 200
    ) {
        self.slow = slow
        self.stuck = stuck
        self.backlog = backlog
        self.names = names
    }
}
