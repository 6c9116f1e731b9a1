import Dispatch
import Foundation
import Synchronization

/// A wire that takes its messages to queues, and is broken by its subclasses.
class HopMutant: HopWire, @unchecked Sendable {

    fileprivate final class Ear: @unchecked Sendable {
        let queue: DispatchQueue
        let receive: @Sendable (Stamp) -> Void
        let hasStopped = Atomic(false)
        init(_ queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) {
            self.queue = queue
            self.receive = receive
        }
    }

    private final class EarLine: Line, @unchecked Sendable {
        private let ear: Ear
        private weak let wire: HopMutant?
        init(_ ear: Ear, _ wire: HopMutant) {
            self.ear = ear
            self.wire = wire
        }
        deinit { stop() }
        func stop() {
            ear.hasStopped.store(true, ordering: .sequentiallyConsistent)
            wire?.remove(ear)
        }
    }

    fileprivate let lock = NSLock()
    fileprivate var ears: [Ear] = []

    required init() {}

    func send(_ stamp: Stamp) { lock.withLock { ears.forEach { enqueue(stamp, to: $0) } } }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        observe(on: DispatchQueue(label: "mutant"), receive)
    }

    func observe(on queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        let ear = Ear(queue, receive)
        lock.withLock { ears.append(ear) }
        return EarLine(ear, self)
    }

    fileprivate func enqueue(_ stamp: Stamp, to ear: Ear) {
        ear.queue.async(flags: .barrier) {
            if !ear.hasStopped.load(ordering: .sequentiallyConsistent) { ear.receive(stamp) }
        }
    }

    fileprivate func remove(_ ear: Ear) { lock.withLock { ears.removeAll { $0 === ear } } }
}

/// Gets in line on each queue without a lock, so that queues see different orders.
final class UnlockedHopMutant: HopMutant, @unchecked Sendable {
    override func send(_ stamp: Stamp) { lock.withLock { ears }.forEach { enqueue(stamp, to: $0) } }
}

/// Doesn't ask on the queue whether the observation has ended.
final class LateHopMutant: HopMutant, @unchecked Sendable {
    fileprivate override func enqueue(_ stamp: Stamp, to ear: Ear) {
        ear.queue.async(flags: .barrier) { ear.receive(stamp) }
    }
}

/// Only forgets who ended when it sends the next time.
final class LeakingHopMutant: HopMutant, @unchecked Sendable {
    fileprivate override func remove(_ ear: Ear) {}
    override func send(_ stamp: Stamp) {
        lock.withLock { ears.removeAll { $0.hasStopped.load(ordering: .sequentiallyConsistent) } }
        super.send(stamp)
    }
}

/// Takes along what waits in queues when it dies.
final class MuteHopMutant: HopMutant, @unchecked Sendable {
    fileprivate override func enqueue(_ stamp: Stamp, to ear: Ear) {
        ear.queue.async(flags: .barrier) { [weak self] in
            guard self != nil, !ear.hasStopped.load(ordering: .sequentiallyConsistent) else { return }
            ear.receive(stamp)
        }
    }
}

/// A wire that delivers on the queue on which it was created, and is broken by its subclasses.
class QueueMutant: HopMutant, QueueWire, @unchecked Sendable {
    fileprivate let queue: DispatchQueue
    required init() { queue = DispatchQueue(label: "mutant") }
    required init(on queue: DispatchQueue) { self.queue = queue }
    override func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line { observe(on: queue, receive) }
}

/// Delivers on the threads that send.
final class InPlaceMutant: QueueMutant, @unchecked Sendable {
    fileprivate override func enqueue(_ stamp: Stamp, to ear: Ear) { ear.receive(stamp) }
}

/// Keeps a line of its own, so that there's no common order of all wires on the queue.
final class OwnLineMutant: QueueMutant, @unchecked Sendable {
    private var line: [(Stamp, [Ear])] = []
    override func send(_ stamp: Stamp) {
        lock.withLock {
            line.append((stamp, ears))
            if line.count == 1 { queue.async { [self] in deliverLine() } }
        }
    }
    private func deliverLine() {
        let all = lock.withLock {
            defer { line = [] }
            return line
        }
        for (stamp, ears) in all { ears.forEach { $0.receive(stamp) } }
    }
}
