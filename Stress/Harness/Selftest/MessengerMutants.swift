import Foundation
import StressSupport
import Synchronization

/// A messenger that is broken in one way, which the checks must detect.
class MessengerMutant: MessengerSubject, @unchecked Sendable {

    fileprivate let lock = NSLock()
    fileprivate var listeners: [MutantListener] = []
    fileprivate var pending: [Stamp] = []
    fileprivate var isDelivering = false
    fileprivate var sends = 0

    required init() {}

    /// Delivers in order and one at a time, except for the flaws of subclasses.
    func send(_ stamp: Stamp) {
        let mustDeliver = lock.withLock {
            if !loses() { pending.append(stamp) }
            defer { isDelivering = true }
            return !isDelivering
        }
        if mustDeliver { deliverAll() }
    }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any SubjectObservation {
        let listener = MutantListener(receive)
        lock.withLock { listeners.append(listener) }
        return MutantObservation(listener, self)
    }

    fileprivate func deliverAll() {
        while let (stamp, listeners) = next() { deliver(stamp, to: listeners) }
    }

    fileprivate func next() -> (Stamp, [MutantListener])? {
        lock.withLock {
            guard !pending.isEmpty else {
                isDelivering = false
                return nil
            }
            return (pending.removeFirst(), listeners)
        }
    }

    fileprivate func deliver(_ stamp: Stamp, to listeners: [MutantListener]) { listeners.forEach { $0.hear(stamp) } }
    fileprivate func loses() -> Bool { false }
    fileprivate func remove(_ listener: MutantListener) {
        listener.hasStopped.store(true, ordering: .sequentiallyConsistent)
        lock.withLock { listeners.removeAll { $0 === listener } }
    }
}

/// One observation of a mutant.
final class MutantListener: @unchecked Sendable {
    fileprivate let receive: @Sendable (Stamp) -> Void
    fileprivate let hasStopped = Atomic(false)

    fileprivate init(_ receive: @escaping @Sendable (Stamp) -> Void) { self.receive = receive }

    fileprivate func hear(_ stamp: Stamp) {
        if !hasStopped.load(ordering: .sequentiallyConsistent) { receive(stamp) }
    }
}

/// Ends an observation of a mutant.
private final class MutantObservation: SubjectObservation, @unchecked Sendable {
    private let listener: MutantListener
    private weak var messenger: MessengerMutant?

    init(_ listener: MutantListener, _ messenger: MessengerMutant) {
        self.listener = listener
        self.messenger = messenger
    }

    deinit { stop() }
    func stop() { messenger?.remove(listener) }
}

/// Takes the newest message first.
final class UnorderedMutant: MessengerMutant, @unchecked Sendable {
    override func next() -> (Stamp, [MutantListener])? {
        lock.withLock { if pending.count > 1 { pending.swapAt(0, pending.count - 1) } }
        return super.next()
    }
}

/// Loses every hundredth message.
final class LosingMutant: MessengerMutant, @unchecked Sendable {
    override func loses() -> Bool {
        sends += 1
        return sends.isMultiple(of: 100)
    }
}

/// Calls all observers that observed when the message was sent, even if they have ended.
final class LateMutant: MessengerMutant, @unchecked Sendable {
    private var expected: [[MutantListener]] = []
    override func loses() -> Bool {
        expected.append(listeners)
        return false
    }
    override func next() -> (Stamp, [MutantListener])? {
        guard let (stamp, _) = super.next() else { return nil }
        return (stamp, lock.withLock { expected.removeFirst() })
    }
    fileprivate override func deliver(_ stamp: Stamp, to listeners: [MutantListener]) {
        listeners.forEach { $0.receive(stamp) }
    }
}

/// Forgets ended observers only at the next send.
final class LeakingMutant: MessengerMutant, @unchecked Sendable {
    fileprivate override func remove(_ listener: MutantListener) {
        listener.hasStopped.store(true, ordering: .sequentiallyConsistent)
    }
    override func loses() -> Bool {
        listeners.removeAll { $0.hasStopped.load(ordering: .sequentiallyConsistent) }
        return false
    }
}

/// Forgets ended observers, but keeps a note about each.
final class HoardingMutant: MessengerMutant, @unchecked Sendable {
    private static let notes = Guarded([[UInt8]]())
    fileprivate override func remove(_ listener: MutantListener) {
        super.remove(listener)
        Self.notes.withLock { $0.append([UInt8](repeating: 1, count: 32)) }
    }
}

/// Lets each thread deliver its own message, at the same time as other threads.
final class OverlappingMutant: MessengerMutant, @unchecked Sendable {
    override func send(_ stamp: Stamp) { deliver(stamp, to: lock.withLock { listeners }) }
}

/// Delivers under its lock, so that messengers that send to each other deadlock.
final class DeadlockingMutant: MessengerMutant, @unchecked Sendable {
    private let delivery = NSLock()
    override func send(_ stamp: Stamp) {
        delivery.withLock { deliver(stamp, to: lock.withLock { listeners }) }
    }
}

/// Delivers pending messages also to observers that started after they were sent.
final class EarlyMutant: MessengerMutant, @unchecked Sendable {}

/// Never hands over: a delivering thread continues as long as other threads send.
final class CaptivatingMutant: MessengerMutant, @unchecked Sendable {}

/// Delivers a handler's messages immediately, inside of the handler.
final class DepthFirstMutant: MessengerMutant, @unchecked Sendable {
    private let deliverer = Atomic<UInt>(0)
    override func send(_ stamp: Stamp) {
        let thread = UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
        guard deliverer.load(ordering: .relaxed) != thread else {
            return deliver(stamp, to: lock.withLock { listeners })
        }
        super.send(stamp)
    }
    fileprivate override func deliver(_ stamp: Stamp, to listeners: [MutantListener]) {
        let thread = UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
        let before = deliverer.exchange(thread, ordering: .relaxed)
        super.deliver(stamp, to: listeners)
        deliverer.store(before, ordering: .relaxed)
    }
}
