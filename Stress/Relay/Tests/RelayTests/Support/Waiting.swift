import Foundation
import Testing

/// Runs a blocking closure on its own thread. The pool's threads are for other tests' tasks.
func onThread<Result: Sendable>(_ run: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: run()) }.start()
    }
}

/// Checks repeatedly until a condition holds that nothing reports.
///
/// The test fails if it doesn't hold within the hang limit.
func until(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, isSo: () throws -> Bool
) async rethrows {
    let end = ContinuousClock.now + .hangLimit
    while try !isSo() {
        if ContinuousClock.now > end {
            Issue.record("It's not so: \(what)", sourceLocation: sourceLocation)
            return
        }
        try? await Task.sleep(for: .milliseconds(2))
    }
}

/// Stops the process if a condition doesn't hold within the hang limit.
func isSoInTheEnd(_ isSo: () -> Bool) async {
    let end = ContinuousClock.now + .hangLimit
    while !isSo() {
        precondition(ContinuousClock.now < end)
        await Task.yield()
    }
}

/// Blocks threads until it's opened.
final class Gate: Sendable {

    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits. The test fails if that takes longer than the hang limit.
    func pass() {
        if semaphore.wait(timeout: .hangLimit) == .timedOut { Issue.record("The gate is still closed.") }
        semaphore.signal()
    }

    func open() { semaphore.signal() }
}
