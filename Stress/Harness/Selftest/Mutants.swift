import Foundation
import StressSupport
import Synchronization

/// A wire that is broken in one way, which the checks must notice.
class Mutant: Wire, @unchecked Sendable {

    fileprivate let lock = NSLock()
    fileprivate var ears: [Ear] = []
    fileprivate var pending: [Stamp] = []
    fileprivate var isDelivering = false
    fileprivate var sends = 0

    required init() {}

    /// Delivers in order and one at a time, apart from what subclasses break.
    func send(_ stamp: Stamp) {
        let mustDeliver = lock.withLock {
            if !loses() { pending.append(stamp) }
            defer { isDelivering = true }
            return !isDelivering
        }
        if mustDeliver { deliverAll() }
    }

    func observe(_ receive: @escaping @Sendable (Stamp) -> Void) -> any Line {
        let ear = Ear(receive)
        lock.withLock { ears.append(ear) }
        return EarLine(ear, self)
    }

    fileprivate func deliverAll() {
        while let (stamp, ears) = next() { deliver(stamp, to: ears) }
    }

    fileprivate func next() -> (Stamp, [Ear])? {
        lock.withLock {
            guard !pending.isEmpty else {
                isDelivering = false
                return nil
            }
            return (pending.removeFirst(), ears)
        }
    }

    fileprivate func deliver(_ stamp: Stamp, to ears: [Ear]) { ears.forEach { $0.hear(stamp) } }
    fileprivate func loses() -> Bool { false }
    fileprivate func remove(_ ear: Ear) {
        ear.hasStopped.store(true, ordering: .sequentiallyConsistent)
        lock.withLock { ears.removeAll { $0 === ear } }
    }
}

/// One observation of a mutant.
final class Ear: @unchecked Sendable {
    fileprivate let receive: @Sendable (Stamp) -> Void
    fileprivate let hasStopped = Atomic(false)

    fileprivate init(_ receive: @escaping @Sendable (Stamp) -> Void) { self.receive = receive }

    fileprivate func hear(_ stamp: Stamp) {
        if !hasStopped.load(ordering: .sequentiallyConsistent) { receive(stamp) }
    }
}

/// Ends an observation of a mutant.
private final class EarLine: Line, @unchecked Sendable {
    private let ear: Ear
    private weak let wire: Mutant?

    init(_ ear: Ear, _ wire: Mutant) {
        self.ear = ear
        self.wire = wire
    }

    deinit { stop() }
    func stop() { wire?.remove(ear) }
}

/// Takes the newest message first.
final class UnorderedMutant: Mutant, @unchecked Sendable {
    override func next() -> (Stamp, [Ear])? {
        lock.withLock { if pending.count > 1 { pending.swapAt(0, pending.count - 1) } }
        return super.next()
    }
}

/// Loses every hundredth message.
final class LosingMutant: Mutant, @unchecked Sendable {
    override func loses() -> Bool {
        sends += 1
        return sends.isMultiple(of: 100)
    }
}

/// Calls whoever observed when the message was sent, ended or not.
final class LateMutant: Mutant, @unchecked Sendable {
    private var expected: [[Ear]] = []
    override func loses() -> Bool {
        expected.append(ears)
        return false
    }
    override func next() -> (Stamp, [Ear])? {
        guard let (stamp, _) = super.next() else { return nil }
        return (stamp, lock.withLock { expected.removeFirst() })
    }
    fileprivate override func deliver(_ stamp: Stamp, to ears: [Ear]) { ears.forEach { $0.receive(stamp) } }
}

/// Only forgets who ended when it sends the next time.
final class LeakingMutant: Mutant, @unchecked Sendable {
    fileprivate override func remove(_ ear: Ear) { ear.hasStopped.store(true, ordering: .sequentiallyConsistent) }
    override func loses() -> Bool {
        ears.removeAll { $0.hasStopped.load(ordering: .sequentiallyConsistent) }
        return false
    }
}

/// Forgets who ended, but keeps a note about each.
final class HoardingMutant: Mutant, @unchecked Sendable {
    private static let notes = Guarded([[UInt8]]())
    fileprivate override func remove(_ ear: Ear) {
        super.remove(ear)
        Self.notes.withLock { $0.append([UInt8](repeating: 1, count: 32)) }
    }
}

/// Lets each thread deliver its own message, at the same time as others.
final class OverlappingMutant: Mutant, @unchecked Sendable {
    override func send(_ stamp: Stamp) { deliver(stamp, to: lock.withLock { ears }) }
}

/// Delivers under its lock, so that wires that send to each other wait for each other.
final class DeadlockingMutant: Mutant, @unchecked Sendable {
    private let delivery = NSLock()
    override func send(_ stamp: Stamp) {
        delivery.withLock { deliver(stamp, to: lock.withLock { ears }) }
    }
}

/// Delivers what waits in line also to those who came after it was sent.
final class EarlyMutant: Mutant, @unchecked Sendable {}

/// Never hands over: whoever delivers goes on as long as others send.
final class CaptivatingMutant: Mutant, @unchecked Sendable {}

/// Delivers at once what a handler sends, inside of the handler.
final class DepthFirstMutant: Mutant, @unchecked Sendable {
    private let deliverer = Atomic<UInt>(0)
    override func send(_ stamp: Stamp) {
        let thread = UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
        guard deliverer.load(ordering: .relaxed) != thread else {
            return deliver(stamp, to: lock.withLock { ears })
        }
        super.send(stamp)
    }
    fileprivate override func deliver(_ stamp: Stamp, to ears: [Ear]) {
        let thread = UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
        let before = deliverer.exchange(thread, ordering: .relaxed)
        super.deliver(stamp, to: ears)
        deliverer.store(before, ordering: .relaxed)
    }
}
