import Foundation
import StressSupport

/// A wire for loops that is made of streams, and broken by its subclasses.
class LoopMutant: LoopWire, @unchecked Sendable {

    /// The messages of one stream, and how many it dropped.
    struct Heard: AsyncSequence, Sendable {
        fileprivate let stream: AsyncStream<Parcel>
        fileprivate let dropped = Guarded(0)
        func makeAsyncIterator() -> AsyncStream<Parcel>.Iterator { stream.makeAsyncIterator() }
    }

    fileprivate typealias Ear = (continuation: AsyncStream<Parcel>.Continuation, dropped: Guarded<Int>)

    fileprivate typealias Ears = (open: [Int: Ear], latest: Int)

    /// Streams call back while they hold locks of their own, so nothing is yielded to them while this is locked.
    private let guardedEars = Guarded<Ears>(([:], 0))

    private let sending = NSLock()

    required init() {}
    deinit { for ear in ears.values { end(ear) } }

    fileprivate var ears: [Int: Ear] { guardedEars.withLock { $0.open } }

    func send(_ parcel: Parcel) { sending.withLock { for ear in ears.values { feed(ear, parcel) } } }

    func hear(newest limit: Int?) -> Heard {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Parcel.self, bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded)
        let heard = Heard(stream: stream)
        let number = guardedEars.withLock {
            $0.latest += 1
            $0.open[$0.latest] = (continuation, heard.dropped)
            return $0.latest
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return heard
    }

    static func droppedCount(of heard: Heard) -> Int { heard.dropped.withLock { $0 } }

    fileprivate func feed(_ ear: Ear, _ parcel: Parcel) {
        if case .dropped = ear.continuation.yield(parcel) { ear.dropped.withLock { $0 += 1 } }
    }

    fileprivate func end(_ ear: Ear) { ear.continuation.finish() }
    private func remove(_ number: Int) { _ = guardedEars.withLock { $0.open.removeValue(forKey: number) } }
}

/// Dies without a word to those who wait.
final class UnendingLoopMutant: LoopMutant, @unchecked Sendable {
    private static let kept = Guarded([Ear]())
    fileprivate override func end(_ ear: Ear) { Self.kept.withLock { $0.append(ear) } }
}

/// Doesn't say what it drops.
final class UncountingLoopMutant: LoopMutant, @unchecked Sendable {
    fileprivate override func feed(_ ear: Ear, _ parcel: Parcel) { ear.continuation.yield(parcel) }
}

/// Feeds its streams from one task a message.
final class OvertakingLoopMutant: LoopMutant, @unchecked Sendable {
    override func send(_ parcel: Parcel) { Task.detached { [self] in forward(parcel) } }
    private func forward(_ parcel: Parcel) { super.send(parcel) }
}

/// Loses a message now and then, but not for all.
final class LosingLoopMutant: LoopMutant, @unchecked Sendable {
    fileprivate override func feed(_ ear: Ear, _ parcel: Parcel) {
        let isLost = parcel.stamp.number % 10 == 5 && ears.values.contains { $0.dropped !== ear.dropped }
        if !isLost || ears[1]?.dropped === ear.dropped { super.feed(ear, parcel) }
    }
}

/// Keeps what was in the buffers of loops that left.
final class HoardingLoopMutant: LoopMutant, @unchecked Sendable {
    private let hoard = Guarded([Parcel]())
    override func send(_ parcel: Parcel) {
        if ears.count < 4 { hoard.withLock { $0.append(parcel) } }
        super.send(parcel)
    }
}
