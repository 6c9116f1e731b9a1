/// The limits from which watching reports handlers and messages.
///
/// Times and the backlog must be above zero, `stuck` at least `slow`, and `names` not negative.
/// Otherwise, ``Watch/start(_:telling:)`` stops the program. It's `Sendable`.
public struct WatchLimits: Sendable, Hashable {

    /// The duration from which a handler is slow, or the body of a `for await`.
    ///
    /// The library samples all observables repeatedly. The time between two samples is a quarter of
    /// this duration, but at least 5 milliseconds, and at most 250. It's also at least 20 times the
    /// duration of a sample.
    public var slow: Duration

    /// The duration from which a handler is stuck.
    public var stuck: Duration

    /// The number of messages that may wait for an observation without being reported.
    public var backlog: Int

    /// The number of names that ``Watch/openMetrics()`` lists. Later names are summed up.
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
