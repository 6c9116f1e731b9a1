import Foundation

/// What was asked of the system.
package struct Calls {
    package var allocations = 0.0
    /// How often a lock was taken.
    package var locks = 0.0
    /// How many bytes were allocated, with what the allocator adds.
    package var bytes = 0.0
    /// How many bytes more than before are there.
    package var keptBytes = 0.0

    /// `true` if the linker put our functions in front of those of the system, as Package.swift asks it to.
    package static let areCounted =
        made(by: .thisThread) { UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16).deallocate() }
        .allocations > 0

    /// Runs the closure and tells what was asked of the system meanwhile.
    package static func made(by counting: Counting, in body: () -> Void) -> Calls {
        #if canImport(Glibc)
            return CallCounter.count(counting, body)
        #else
            body()
            return Calls()
        #endif
    }

    /// How many bytes are still there after the closure, and after what's freed on queues. `nil` if calls aren't counted.
    package static func bytesKept(by body: () -> Void) -> Double? {
        guard areCounted else {
            body()
            return nil
        }
        // What was done before may still free memory on queues.
        usleep(100_000)
        return made(by: .allThreads) {
            body()
            usleep(100_000)
        }.keptBytes
    }

    /// What is counted, by the titles of the table of limits.
    package var costs: [String: Double] { ["allocations": allocations, "locks": locks, "bytes": bytes] }

    static func / (calls: Calls, count: Int) -> Calls {
        let count = Double(count)
        return Calls(
            allocations: calls.allocations / count, locks: calls.locks / count, bytes: calls.bytes / count,
            keptBytes: calls.keptBytes / count)
    }
}

/// Whose calls to count.
package enum Counting { case nothing, thisThread, allThreads }
