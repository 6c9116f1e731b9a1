import Foundation

/// What the code of a page prints, so that a test can look at it.
final class Printed: @unchecked Sendable {

    private let lock = NSLock()
    private var lines: [String] = []

    /// Does what `print` does. A test lets a function of its own with that name call this one.
    func callAsFunction(_ items: [Any]) {
        let line = items.map { "\($0)" }.joined(separator: " ")
        lock.withLock { lines.append(line) }
    }

    /// What was printed since the last call.
    func takeAll() -> [String] {
        lock.withLock {
            defer { lines = [] }
            return lines
        }
    }
}
