import Foundation
import StressSupport
import SwiftObserver

/// The memory per object, for many objects.
package struct Size {
    package let name: String
    /// The bytes by which the process grew. `nil` if the system doesn't tell.
    package let resident: Double?
    /// The allocated bytes. `nil` if calls can't be counted.
    package let allocated: Double?

    package var limit: Limit? { Limit.of(name) }
    package var isGood: Bool { limit?.goal.flatMap { goal in resident.map { $0.rounded() <= goal } } ?? true }

    /// The counts, by the titles of the table of limits.
    package var costs: [String: Double] { allocated.map { ["allocated": $0] } ?? [:] }
}

extension Size {

    /// Measures all sizes. Call this first: later, objects may fit into memory that was used
    /// before.
    package static func all() -> [Size] { all(Calls.bytesKept) }

    /// Counts all allocated memory, including temporary memory, which is the same in each run.
    package static func counted() -> [Size] {
        all { body in
            let calls = Calls.made(by: .thisThread, in: body)
            return Calls.areCounted ? calls.bytes : nil
        }
    }

    /// - Parameter bytes: Runs a closure, and returns the number of bytes that it allocates.
    private static func all(_ bytes: @escaping (() -> Void) -> Double?) -> [Size] {
        let messenger = Messenger<Int>(), observer = MeasuredObserver()
        let observers = (0..<count).map { _ in MeasuredObserver() },
            messengers = (0..<count).map { _ in Messenger<Int>() }
        for messenger in messengers {
            observer.observe(messenger, receive: handle)
            observer.stopObserving(messenger)
        }
        var kept: [Any] = [observer, observers, messengers]
        return [
            of("an observation", bytes, &kept) { _ in observer.observe(messenger, receive: handle) },
            of("an observer that observes", bytes, &kept) {
                let observer = MeasuredObserver()
                observer.observe(messengers[$0], receive: handle)
                return observer
            },
            of("an observed messenger", bytes, &kept) {
                let messenger = Messenger<Int>()
                observers[$0].observe(messenger, receive: handle)
                return messenger
            },
            of("an idle Var<Int>", bytes, &kept) { Var($0) },
            of("an idle Messenger<Int>", bytes, &kept) { _ in Messenger<Int>() },
        ]
    }

    private static let count = 100_000

    private static func of<Thing>(
        _ name: String, _ bytes: @escaping (() -> Void) -> Double?, _ kept: inout [Any], _ make: (Int) -> Thing
    ) -> Size {
        var things: [Thing] = []
        things.reserveCapacity(count)
        let before = anonymousResidentBytes()
        let bytes = bytes { for index in 0..<count { things.append(make(index)) } }
        let after = anonymousResidentBytes()
        kept.append(things)
        return Size(
            name: name,
            resident: before.flatMap { before in
                after.map { Double($0 - before) / Double(count) - Double(MemoryLayout<Thing>.stride) }
            },
            allocated: bytes.map { $0 / Double(count) })
    }
}
