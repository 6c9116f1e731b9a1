import Synchronization

/// A clock that lets the test fail if someone sleeps on it, where the code under test should need
/// no time.
///
/// It fails at the line where it was created, and whoever sleeps goes on at once. To ask for the
/// time is fine: it stands still. It's `Sendable`.
public final class UnimplementedClock: Clock {

    public typealias Instant = ManualClock.Instant

    private let start: TestLine
    private let hasFailed = Atomic(false)

    /// Creates a clock.
    public init(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
        start = TestLine(fileID, filePath, line)
    }

    /// Always the same moment.
    public var now: Instant { Instant(offset: .zero) }

    /// The clock is exact.
    public var minimumResolution: Duration { .zero }

    /// Lets the test fail, the first time. If the task is cancelled, this throws a
    /// `CancellationError`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        if !hasFailed.exchange(true, ordering: .relaxed) {
            start.fail("Someone sleeps for \(deadline.offset) on a clock that nobody should need.")
        }
        await Task.yield()
    }
}
