import Dispatch
import Foundation
import Synchronization

/// A messenger that delivers its messages to queues, and is broken by its subclasses.
class HopMutant: HoppingSubject, @unchecked Sendable {

    fileprivate final class Listener: @unchecked Sendable {
        let queue: DispatchQueue
        let receive: @Sendable (Stamp) -> Void
        let hasStopped = Atomic(false)
        init(_ queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) {
            self.queue = queue
            self.receive = receive
        }
    }

    private final class Observation: SubjectObservation, @unchecked Sendable {
        private let listener: Listener
        private weak var messenger: HopMutant?
        init(_ listener: Listener, _ messenger: HopMutant) {
            self.listener = listener
            self.messenger = messenger
        }
        deinit { stop() }
        func stop() {
            listener.hasStopped.store(true, ordering: .sequentiallyConsistent)
            messenger?.remove(listener)
        }
    }

    fileprivate let lock = NSLock()
    fileprivate var listeners: [Listener] = []

    required init() {}

    func send(_ stamp: Stamp) { lock.withLock { listeners.forEach { enqueue(stamp, to: $0) } } }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        observe(on: DispatchQueue(label: "mutant"), receive)
    }

    func observe(on queue: DispatchQueue, _ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        let listener = Listener(queue, receive)
        lock.withLock { listeners.append(listener) }
        return Observation(listener, self)
    }

    fileprivate func enqueue(_ stamp: Stamp, to listener: Listener) {
        listener.queue.async(flags: .barrier) {
            if !listener.hasStopped.load(ordering: .sequentiallyConsistent) { listener.receive(stamp) }
        }
    }

    fileprivate func remove(_ listener: Listener) { lock.withLock { listeners.removeAll { $0 === listener } } }
}

/// Enqueues on each queue without a lock, so that queues see different orders.
final class UnlockedHopMutant: HopMutant, @unchecked Sendable {
    override func send(_ stamp: Stamp) { lock.withLock { listeners }.forEach { enqueue(stamp, to: $0) } }
}

/// Doesn't check on the queue whether the observation has ended.
final class LateHopMutant: HopMutant, @unchecked Sendable {
    fileprivate override func enqueue(_ stamp: Stamp, to listener: Listener) {
        listener.queue.async(flags: .barrier) { listener.receive(stamp) }
    }
}

/// Forgets ended observers only at the next send.
final class LeakingHopMutant: HopMutant, @unchecked Sendable {
    fileprivate override func remove(_ listener: Listener) {}
    override func send(_ stamp: Stamp) {
        lock.withLock { listeners.removeAll { $0.hasStopped.load(ordering: .sequentiallyConsistent) } }
        super.send(stamp)
    }
}

/// Loses the messages that wait on queues when it dies.
final class MuteHopMutant: HopMutant, @unchecked Sendable {
    fileprivate override func enqueue(_ stamp: Stamp, to listener: Listener) {
        listener.queue.async(flags: .barrier) { [weak self] in
            guard self != nil, !listener.hasStopped.load(ordering: .sequentiallyConsistent) else { return }
            listener.receive(stamp)
        }
    }
}

/// A messenger that delivers on the queue on which it was created, and is broken by its subclasses.
class QueueMutant: HopMutant, QueueSubject, @unchecked Sendable {
    fileprivate let queue: DispatchQueue
    required init() { queue = DispatchQueue(label: "mutant") }
    required init(on queue: DispatchQueue) { self.queue = queue }
    override func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        observe(on: queue, receive)
    }
}

/// Delivers on the sending threads.
final class InPlaceMutant: QueueMutant, @unchecked Sendable {
    fileprivate override func enqueue(_ stamp: Stamp, to listener: Listener) { listener.receive(stamp) }
}

/// Keeps its own pending messages, so that messengers on the queue have no common order.
final class OwnLineMutant: QueueMutant, @unchecked Sendable {
    private var line: [(Stamp, [Listener])] = []
    override func send(_ stamp: Stamp) {
        lock.withLock {
            line.append((stamp, listeners))
            if line.count == 1 { queue.async { [self] in deliverLine() } }
        }
    }
    private func deliverLine() {
        let all = lock.withLock {
            defer { line = [] }
            return line
        }
        for (stamp, listeners) in all { listeners.forEach { $0.receive(stamp) } }
    }
}
