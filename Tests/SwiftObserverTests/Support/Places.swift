import Dispatch
import Foundation
import SwiftObserver

/// A place that runs each block at once, where it's enqueued.
final class ImmediatePlace: DeliveryPlace { func enqueue(_ block: @escaping @Sendable () -> Void) { block() } }

/// A thread that runs blocks one after the other, until this object is deallocated.
final class ThreadPlace: DeliveryPlace {

    private let line = Line()

    init() { Thread.detachNewThread { [line] in line.run() } }
    deinit { line.append(nil) }

    func enqueue(_ block: @escaping @Sendable () -> Void) { line.append(block) }

    /// Waits until the thread has run all blocks that were enqueued before.
    func flush() {
        let gate = Gate()
        enqueue { gate.open() }
        gate.pass()
    }

    private final class Line: Sendable {
        private let blocks = LockedBox<[(@Sendable () -> Void)?]>([])
        private let count = DispatchSemaphore(value: 0)

        func append(_ block: (@Sendable () -> Void)?) {
            blocks.withLock { $0.append(block) }
            count.signal()
        }

        func run() {
            while let block = next() { block() }
        }

        private func next() -> (@Sendable () -> Void)? {
            count.wait()
            return blocks.withLock { $0.removeFirst() }
        }
    }
}

/// A place that breaks all rules: it runs blocks concurrently, some twice, some never.
final class WildPlace: DeliveryPlace {

    private let random = LockedBox(Random(1))
    private let group = DispatchGroup()

    func enqueue(_ block: @escaping @Sendable () -> Void) {
        let times = random.withLock { [0, 1, 1, 2][Int($0.next() % 4)] }
        for _ in 0..<times { DispatchQueue.global().async(group: group, execute: block) }
    }

    /// Waits until all blocks that the place runs have returned.
    func flush() { group.wait() }
}
