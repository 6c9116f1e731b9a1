import Locked

/// A clock that lets nobody wait: who sleeps until a moment goes on at once, and it's that moment
/// then.
///
/// ```swift
/// let hint = text.new().debounce(for: .seconds(1), clock: ImmediateClock())
/// ```
///
/// Take it where time doesn't matter for a test. What operators send on it comes from a task, so a
/// test has to wait for it, as with ``Recording/next(within:fileID:filePath:line:)``. To look at
/// what happens in which order, use a ``ManualClock``. It's `Sendable`.
public final class ImmediateClock: Clock {

    public typealias Instant = ManualClock.Instant

    private let latest = Locked(Instant(offset: .zero))

    /// Creates a clock.
    public init() {}

    /// The latest moment until which anyone has slept.
    public var now: Instant { latest.withLock { $0 } }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// Moves the clock on to that moment, unless it's past that, and returns. If the task is
    /// cancelled, this throws a `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        latest.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
