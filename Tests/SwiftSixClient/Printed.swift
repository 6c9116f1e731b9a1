import Foundation

/// The output of a page's code, which a test can read.
final class Printed: @unchecked Sendable {

    private let lock = NSLock()
    private var lines: [String] = []

    /// Prints like `print`. A test lets a function of its own with that name call this one.
    func callAsFunction(_ items: [Any]) {
        let line = items.map { "\($0)" }.joined(separator: " ")
        lock.withLock { lines.append(line) }
    }

    /// Returns the lines printed since the last call.
    func takeAll() -> [String] {
        lock.withLock {
            defer { lines = [] }
            return lines
        }
    }
}
