import Locked

/// A clock on which every sleep returns at once.
///
/// ```swift
/// let hint = text.new().debounce(for: .seconds(1), clock: ImmediateClock())
/// ```
///
/// Use it if time doesn't matter to a test. After a sleep, the clock shows the time at which the
/// sleep would have ended. Operators on this clock send from a task, so await their messages, as
/// with ``Recording/next(within:fileID:filePath:line:)``. To test the order of events, use a
/// ``ManualClock``. The clock is `Sendable`.
public final class ImmediateClock: Clock {

    public typealias Instant = ManualClock.Instant

    private let latest = Locked(Instant(offset: .zero))

    /// Creates a clock.
    public init() {}

    /// The latest time at which a sleep would have ended.
    public var now: Instant { latest.withLock { $0 } }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// Advances the clock to a point in time, unless it's later already, and returns.
    ///
    /// If the task is cancelled, this throws a `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        latest.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
