import Dispatch
import Foundation
import SwiftObserver
import Synchronization

/// Measures ways to do the same side by side, so that only the ratios count and not the machine.
func ratios() -> String {
    let rows = [
        contention(), hop(), uncontended(), loop(isFed: false), loop(isFed: true),
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

/// What one loop receives, over messages and over a stream that is fed by hand.
///
/// - Parameter isFed: Whether the loop runs while it's fed. Otherwise it begins when all is there.
private func loop(isFed: Bool) -> [String] {
    let last = 50_000
    return row("loop \(isFed ? "while" : "after") one thread sends, to an AsyncStream") {
        let messenger = Messenger<Int>()
        measureLoop(over: { messenger.messages() }, isFed) { for number in 1...last { messenger.send(number) } }
    } than: {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        measureLoop(over: { stream }, isFed) { for number in 1...last { continuation.yield(number) } }
    }

    func measureLoop<Numbers: AsyncSequence & Sendable>(
        over numbers: @escaping @Sendable () -> Numbers, _ isFed: Bool, feed: () -> Void
    ) where Numbers.Element == Int, Numbers.Failure == Never {
        let ready = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
        let fed = isFed ? nil : numbers()
        if !isFed { feed() }
        Task.detached {
            let numbers = fed ?? numbers()
            ready.signal()
            for await number in numbers where number == last { break }
            done.signal()
        }
        if isFed {
            ready.wait()
            feed()
        }
        done.wait()
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
