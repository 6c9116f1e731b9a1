import Testing

/// Fails a test if alarms or blocks of its clocks and places are pending at its end.
///
/// ```swift
/// @Suite(.expectingNothingLeft) struct KennelTests { … }
/// ```
///
/// It looks at each ``ManualClock`` and ``ManualPlace`` that the test created in its own task or in
/// a child task, unless its `ignoreRest()` was called. The test fails at the line that created the
/// clock or the place. If the test throws an error, the trait reports nothing.
///
/// It looks when the local variables of the test and the instance of its suite are gone. Operators
/// that only the test retains have sent their pending messages by then. To find their alarms, call
/// ``ManualClock/expectNoAlarms(fileID:filePath:line:)`` at the end of the test. With XCTest, also
/// call ``ManualPlace/expectNoBlocks(fileID:filePath:line:)``. Cancel and await tasks that sleep on
/// the clock before the test ends. A static clock belongs to the test that used it first, so don't
/// share one. The trait is `Sendable`.
public struct NothingLeftTrait: SuiteTrait, TestTrait, TestScoping {

    /// The trait also applies to all suites and tests in a suite.
    public var isRecursive: Bool { true }

    /// Runs the test, and then looks for pending alarms and blocks.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let scope = Unattended.Scope()
        try await Unattended.$scope.withValue(scope) { try await function() }
        Unattended.failWhereSomethingWaits(in: scope)
    }
}

extension Trait where Self == NothingLeftTrait {

    /// Fails tests if alarms or blocks of their clocks and places are pending at their end.
    public static var expectingNothingLeft: Self { NothingLeftTrait() }
}
