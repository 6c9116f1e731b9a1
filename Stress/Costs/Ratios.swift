import Dispatch
import Foundation
import SwiftObserver
import Synchronization

/// Measures ways to do the same side by side, so that only the ratios count and not the machine.
func ratios() -> String {
    let rows = [
        contention(), hop(), uncontended(),
    ]
    return table([["ratio", "median", "lowest", "highest"]] + rows)
}

private func contention() -> [String] {
    let messenger = Messenger<Int>(), dog = Dog(), sum = Atomic(0), mutex = Guarded(0), count = 20_000
    let handler: @Sendable (Int) -> Void = { sum.add($0, ordering: .relaxed) }
    dog.observe(messenger, receive: handler)
    return row("4 threads send, to a bare mutex around the handler") {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in for number in 0..<count { messenger.send(number) } }
    } than: {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for number in 0..<count { mutex.withLock { _ in handler(number) } }
        }
    }
}

private func hop() -> [String] {
    let messenger = Messenger<Int>(), dog = Dog(), sum = Atomic(0), queue = DispatchQueue(label: "ratio")
    let handler: @Sendable (Int) -> Void = { sum.add($0, ordering: .relaxed) }
    dog.observe(messenger, on: queue, receive: handler)
    return row("hop of a message, to one queue.async") {
        for number in 0..<20_000 { messenger.send(number) }
        queue.sync {}
    } than: {
        for number in 0..<20_000 { queue.async { handler(number) } }
        queue.sync {}
    }
}

private func uncontended() -> [String] {
    let messenger = Messenger<Int>(), dog = Dog(), sum = Atomic(0), mutex = Guarded(0)
    let handler: @Sendable (Int) -> Void = { sum.add($0, ordering: .relaxed) }
    let handlers = Handlers([handler])
    dog.observe(messenger, receive: handler)
    return row("one thread sends, to a bare mutex and a copied array") {
        for number in 0..<50_000 { messenger.send(number) }
    } than: {
        for number in 0..<50_000 {
            let all = mutex.withLock { _ in handlers.all }
            for handler in all { handler(number) }
        }
    }
}

private func row(_ name: String, _ ours: () -> Void, than theirs: () -> Void) -> [String] {
    let ratios = (0..<11).map { repetition in
        if repetition.isMultiple(of: 2) { return seconds(ours) / seconds(theirs) }
        let other = seconds(theirs)
        return seconds(ours) / other
    }.sorted()
    return [name] + [ratios[ratios.count / 2], ratios[0], ratios[ratios.count - 1]].map { String(format: "%.2f", $0) }
}

private func seconds(_ work: () -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

/// Handlers that could be replaced. `@unchecked Sendable` because the mutex is held while they're read.
private final class Handlers: @unchecked Sendable {
    var all: [@Sendable (Int) -> Void]
    init(_ all: [@Sendable (Int) -> Void]) { self.all = all }
}
