import Synchronization

/// A clock that fails the test if the code under test sleeps on it.
///
/// The test fails at the line that created the clock, and the sleep returns at once. Asking for the
/// time is fine: it stands still. The clock is `Sendable`.
public final class UnimplementedClock: Clock {

    public typealias Instant = ManualClock.Instant

    private let start: TestLine
    private let hasFailed = Atomic(false)

    /// Creates a clock.
    public init(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
        start = TestLine(fileID, filePath, line)
    }

    /// The time at which the clock was created.
    public var now: Instant { Instant(offset: .zero) }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// Fails the test on the first call.
    ///
    /// If the task is cancelled, this throws a `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if !hasFailed.exchange(true, ordering: .relaxed) {
            start.fail("The code under test sleeps for \(deadline.offset) on an unimplemented clock.")
        }
        await Task.yield()
    }
}
