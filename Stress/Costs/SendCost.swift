import SwiftObserver
import Synchronization

/// What an uncontended send to one observer costs: memory allocated, and locks taken and released.
struct SendCost {

    static let allowedAllocations = 0, allowedLocks = 2

    let allocations: Double
    let locks: Double

    var isAcceptable: Bool { allocations <= Double(Self.allowedAllocations) && locks <= Double(Self.allowedLocks) }

    /// Measures the cost, or gives up where calls can't be counted.
    static func measure() -> SendCost? {
        #if canImport(Glibc)
            let control = Calls.count { UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16).deallocate() }
            guard control.allocations > 0 else { return nil }
            let messenger = Messenger<Int>(), dog = Dog(), sum = Atomic(0), sends = 1000
            dog.observe(messenger) { sum.add($0, ordering: .relaxed) }
            let calls = Calls.count { for number in 0..<sends { messenger.send(number) } }
            return SendCost(
                allocations: Double(calls.allocations) / Double(sends), locks: Double(calls.locks) / Double(sends))
        #else
            return nil
        #endif
    }

    var description: String {
        "uncontended send to one observer: allocations \(exactly(allocations)), lock pairs \(exactly(locks))"
            + (isAcceptable ? "" : ", allowed are \(Self.allowedAllocations) and \(Self.allowedLocks)")
    }

    private func exactly(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
}
