import Foundation
import Measuring
import SwiftObserver

/// Bytes of memory that each of many things takes. `nil` where the system can't be asked.
///
/// Ask this first: later, things may fit into memory that was used before.
private func bytes<Thing>(_ make: (Int) -> Thing) -> Double? {
    let count = 200_000
    var things: [Thing] = []
    things.reserveCapacity(count)
    guard let before = residentBytes() else { return nil }
    for index in 0..<count { things.append(make(index)) }
    let after = residentBytes() ?? before
    withExtendedLifetime(things) {}
    return Double(after - before) / Double(count) - Double(MemoryLayout<Thing>.stride)
}

private func residentBytes() -> Int? {
    guard let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = sizes.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
}

struct Size {
    let name: String
    let bytes: Double
    let goal: Double

    var isGood: Bool { bytes <= goal }
}

func sizes() -> [Size] {
    let messenger = Messenger<Int>(), dog = Dog()
    let observation = bytes { _ in dog.observe(messenger, receive: handle) }
    withExtendedLifetime(dog) {}
    let variable = bytes { Var($0) }
    return [("an idle Var<Int>", variable, 200.0), ("an observation", observation, 220.0)].compactMap {
        name, bytes, goal in bytes.map { Size(name: name, bytes: $0, goal: goal) }
    }
}
