import Dispatch
import Foundation
import SwiftObserver
import Synchronization

/// The number of changes of one value that arrive, next to Swift's Observation.
///
/// The closures block their thread until tasks have received all changes, so don't call them in a
/// task.
package struct Arrivals: Sendable {
    package let name: String
    package let expected: Int
    package let ours: @Sendable () -> Int
    /// `nil` where the compiler has no `Observations`.
    package let observation: (@Sendable () -> Int)?
}

extension Arrivals {

    /// - Parameter rounds: The number of loops that wait for a last value.
    package static func all(rounds: Int = 1_500) -> [Arrivals] {
        #if os(Linux) && compiler(>=6.2)
            let observation: (any SharedNumber.Type)? = TrackedNumber.self
        #else
            let observation: (any SharedNumber.Type)? = nil
        #endif
        func arrivals(
            _ name: String, _ expected: Int, _ count: @escaping @Sendable (any SharedNumber.Type) -> Int
        ) -> Arrivals {
            var counted: (@Sendable () -> Int)?
            if let observation { counted = { count(observation) } }
            return Arrivals(name: name, expected: expected, ours: { count(OurNumber.self) }, observation: counted)
        }
        return [
            arrivals("increments by 4 threads", 400_000) { increments(of: $0) },
            arrivals("values that 2 threads set, in a loop", 80_000) { changesInLoop(over: $0) },
            arrivals("loops that get the last value", rounds) { lastValues(of: $0, rounds) },
        ]
    }

    private static func increments(of type: any SharedNumber.Type) -> Int {
        let number = type.init()
        _ = onThreads(4) { _ in for _ in 0..<100_000 { number.increment() } }
        return number.value
    }

    /// The first value and the last one, which ends the loop, don't count.
    private static func changesInLoop(over type: any SharedNumber.Type) -> Int {
        let number = type.init(), loop = Loop(over: number.changes(), until: -1)
        _ = onThreads(2) { thread in for change in 0..<40_000 { number.set(2 * change + thread + 1) } }
        number.set(-1)
        loop.waitForLast(until: type.mayLoseTheLast ? .now() + 5 : .distantFuture)
        return max(0, loop.count - 2)
    }

    /// If values can get lost, one that is missing a second after the last round is lost.
    private static func lastValues(of type: any SharedNumber.Type, _ rounds: Int) -> Int {
        let loops = (0..<rounds).map { _ in
            let number = type.init(), loop = Loop(over: number.latest(), until: 1_000)
            _ = onThreads(1) { _ in for value in 1...1_000 { number.set(value) } }
            return loop
        }
        let end = type.mayLoseTheLast ? DispatchTime.now() + 1 : .distantFuture
        return loops.filter { $0.waitForLast(until: end) }.count
    }
}

/// A value that any thread may change, and that loops observe.
protocol SharedNumber: AnyObject, Sendable {
    init()

    /// `true` if a loop may wait forever for the last value.
    static var mayLoseTheLast: Bool { get }
    var value: Int { get }
    func set(_ value: Int)
    func increment()
    /// All changes, if that's possible.
    func changes() -> any AsyncSequence<Int, Never> & Sendable
    /// The current value, and then always the newest.
    func latest() -> any AsyncSequence<Int, Never> & Sendable
}

private final class OurNumber: SharedNumber {
    static let mayLoseTheLast = false
    private let variable = Var(0)
    var value: Int { variable.value }
    func set(_ value: Int) { variable <- value }
    func increment() { variable += 1 }
    func changes() -> any AsyncSequence<Int, Never> & Sendable {
        variable.startingWithLatest().messages().map(\.new)
    }
    func latest() -> any AsyncSequence<Int, Never> & Sendable { variable.values() }
}

/// A loop in a task. When the initializer returns, it has received its first element.
private final class Loop: Sendable {
    private let different = Atomic(0), ended = DispatchSemaphore(value: 0)

    /// The number of different elements that it has received.
    var count: Int { different.load(ordering: .relaxed) }

    init(over numbers: any AsyncSequence<Int, Never> & Sendable, until last: Int) {
        let begun = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            var seen: Set<Int> = []
            for await number in numbers {
                let isNew = seen.insert(number).inserted
                if isNew, different.add(1, ordering: .relaxed).oldValue == 0 { begun.signal() }
                if number == last { break }
            }
            ended.signal()
        }
        begun.wait()
    }

    /// Returns `false` if the last element hasn't arrived by then.
    @discardableResult func waitForLast(until time: DispatchTime) -> Bool { ended.wait(timeout: time) == .success }
}
