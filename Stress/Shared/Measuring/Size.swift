import Foundation
import StressSupport
import SwiftObserver

/// How much memory each of many things takes.
package struct Size {
    package let name: String
    /// By how many bytes the process grew. `nil` where the system can't be asked.
    package let resident: Double?
    /// How many bytes are allocated, which is the same each time. `nil` where calls can't be counted.
    package let allocated: Double?

    package var limit: Limit? { Limit.of(name) }
    package var isGood: Bool { limit?.goal.flatMap { goal in resident.map { $0.rounded() <= goal } } ?? true }

    /// What limits may be set to, by the titles that their table has.
    package var costs: [String: Double] { allocated.map { ["allocated": $0] } ?? [:] }
}

extension Size {

    /// Ask this first: later, things may fit into memory that was used before.
    package static func all() -> [Size] {
        let messenger = Messenger<Int>(), observer = MeasuredObserver()
        let observers = (0..<count).map { _ in MeasuredObserver() },
            messengers = (0..<count).map { _ in Messenger<Int>() }
        for messenger in messengers {
            observer.observe(messenger, receive: handle)
            observer.stopObserving(messenger)
        }
        var kept: [Any] = [observer, observers, messengers]
        return [
            of("an observation", &kept) { _ in observer.observe(messenger, receive: handle) },
            of("an observer that observes", &kept) {
                let observer = MeasuredObserver()
                observer.observe(messengers[$0], receive: handle)
                return observer
            },
            of("an observed messenger", &kept) {
                let messenger = Messenger<Int>()
                observers[$0].observe(messenger, receive: handle)
                return messenger
            },
            of("an idle Var<Int>", &kept) { Var($0) },
            of("an idle Messenger<Int>", &kept) { _ in Messenger<Int>() },
        ]
    }

    private static let count = 100_000

    private static func of<Thing>(_ name: String, _ kept: inout [Any], _ make: (Int) -> Thing) -> Size {
        var things: [Thing] = []
        things.reserveCapacity(count)
        let before = anonymousResidentBytes()
        let bytes = Calls.bytesKept { for index in 0..<count { things.append(make(index)) } }
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
