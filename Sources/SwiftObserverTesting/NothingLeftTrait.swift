import Testing

/// A trait that fails a test if alarms or blocks of its clocks and places are pending at its end.
///
/// ```swift
/// @Suite(.expectingNothingLeft) struct KennelTests { … }
/// ```
///
/// It looks at each ``ManualClock`` and ``ManualPlace`` that was created in the test, unless its
/// `ignoreRest()` was called. The test fails at the line that created the clock or the place. If
/// the test throws an error, nothing else fails. With XCTest, call
/// ``ManualClock/expectNoAlarms(fileID:filePath:line:)`` and
/// ``ManualPlace/expectNoBlocks(fileID:filePath:line:)``. The trait is `Sendable`.
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
