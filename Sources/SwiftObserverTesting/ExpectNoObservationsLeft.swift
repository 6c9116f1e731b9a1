import SwiftObserver

/// Runs a closure, and fails the test at this line if it leaves observations alive.
///
/// It looks for observations that began meanwhile and still live, with ``/SwiftObserver/Watch``. If
/// watching is off, this turns it on for good.
///
/// All observations of the program count, so no other test may run at the same time. Run such tests
/// separately, with `swift test --no-parallel --filter …`.
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
        test.fail("Observations that started during this call and haven't ended: \(left.count)\n\(list)")
    }
    return result
}
