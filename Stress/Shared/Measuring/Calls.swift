import Foundation

/// The calls of system functions.
package struct Calls {
    package var allocations = 0.0
    /// The number of times that a lock was acquired.
    package var locks = 0.0
    /// The number of bytes that were allocated, with the allocator's overhead.
    package var bytes = 0.0
    /// The number of bytes by which allocated memory has grown.
    package var keptBytes = 0.0

    /// `true` if the linker replaced the system's functions, as Package.swift requests.
    package static let areCounted =
        made(by: .thisThread) { UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16).deallocate() }
        .allocations > 0

    /// Runs the closure, and returns its calls of system functions.
    package static func made(by counting: Counting, in body: () -> Void) -> Calls {
        #if canImport(Glibc)
            return CallCounter.count(counting, body)
        #else
            body()
            return Calls()
        #endif
    }

    /// The number of bytes still allocated after the closure, and after queues have freed memory.
    ///
    /// It's `nil` if calls aren't counted.
    package static func bytesKept(by body: () -> Void) -> Double? {
        guard areCounted else {
            body()
            return nil
        }
        // Earlier work may still free memory on queues.
        usleep(100_000)
        return made(by: .allThreads) {
            body()
            usleep(100_000)
        }.keptBytes
    }

    /// The counts, by the titles of the table of limits.
    package var costs: [String: Double] { ["allocations": allocations, "locks": locks, "bytes": bytes] }

    static func / (calls: Calls, count: Int) -> Calls {
        let count = Double(count)
        return Calls(
            allocations: calls.allocations / count, locks: calls.locks / count, bytes: calls.bytes / count,
            keptBytes: calls.keptBytes / count)
    }
}

/// The threads whose calls are counted.
package enum Counting { case nothing, thisThread, allThreads }
