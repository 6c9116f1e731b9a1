import SwiftObserver

/// Runs a closure, and lets the test fail at this line if observations began meanwhile that still
/// live.
///
/// That's found by ``/SwiftObserver/Watch``, which is turned on for good if it's off. All
/// observations of the program count, so no other test may run at the same time: run such tests
/// apart, with `swift test --no-parallel --filter …`.
@discardableResult
public func expectNoObservationsLeft<Result>(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, after act: () async throws -> Result
) async rethrows -> Result {
    let test = TestLine(fileID, filePath, line)
    if !Watch.isOn { Watch.start() }
    let mark = Watch.mark()
    let result = try await act()
    let left = Watch.begun(since: mark)
    if !left.isEmpty {
        let list = left.map { "\($0)" }.joined(separator: "\n")
        test.fail("Not all observations that began meanwhile have ended. Left are \(left.count):\n\(list)")
    }
    return result
}
