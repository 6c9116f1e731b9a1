import Foundation
import StressSupport

/// A messenger for loops that uses streams, and is broken by its subclasses.
class LoopMutant: LoopSubject, @unchecked Sendable {

    /// The messages of one stream, and the number of dropped ones.
    struct Heard: AsyncSequence, Sendable {
        fileprivate let stream: AsyncStream<CountedMessage>
        fileprivate let dropped = Guarded(0)
        func makeAsyncIterator() -> AsyncStream<CountedMessage>.Iterator { stream.makeAsyncIterator() }
    }

    fileprivate typealias Listener = (
        continuation: AsyncStream<CountedMessage>.Continuation, dropped: Guarded<Int>
    )

    fileprivate typealias Listeners = (open: [Int: Listener], latest: Int)

    /// The listeners. Streams call back under their own locks, so nothing is yielded under this
    /// lock.
    private let guardedListeners = Guarded<Listeners>(([:], 0))

    private let sending = NSLock()

    required init() {}
    deinit { for listener in listeners.values { end(listener) } }

    fileprivate var listeners: [Int: Listener] { guardedListeners.withLock { $0.open } }

    func send(_ message: CountedMessage) {
        sending.withLock { for listener in listeners.values { feed(listener, message) } }
    }

    func hear(newest limit: Int?) -> Heard {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CountedMessage.self, bufferingPolicy: limit.map { .bufferingNewest($0) } ?? .unbounded)
        let heard = Heard(stream: stream)
        let number = guardedListeners.withLock {
            $0.latest += 1
            $0.open[$0.latest] = (continuation, heard.dropped)
            return $0.latest
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return heard
    }

    static func droppedCount(of heard: Heard) -> Int { heard.dropped.withLock { $0 } }

    fileprivate func feed(_ listener: Listener, _ message: CountedMessage) {
        if case .dropped = listener.continuation.yield(message) { listener.dropped.withLock { $0 += 1 } }
    }

    fileprivate func end(_ listener: Listener) { listener.continuation.finish() }
    private func remove(_ number: Int) { _ = guardedListeners.withLock { $0.open.removeValue(forKey: number) } }
}

/// Dies without ending the waiting loops.
final class UnendingLoopMutant: LoopMutant, @unchecked Sendable {
    private static let kept = Guarded([Listener]())
    fileprivate override func end(_ listener: Listener) { Self.kept.withLock { $0.append(listener) } }
}

/// Doesn't report what it drops.
final class UncountingLoopMutant: LoopMutant, @unchecked Sendable {
    fileprivate override func feed(_ listener: Listener, _ message: CountedMessage) {
        listener.continuation.yield(message)
    }
}

/// Feeds its streams from one task per message.
final class OvertakingLoopMutant: LoopMutant, @unchecked Sendable {
    override func send(_ message: CountedMessage) { Task.detached { [self] in forward(message) } }
    private func forward(_ message: CountedMessage) { super.send(message) }
}

/// Sometimes loses a message, but not for all loops.
final class LosingLoopMutant: LoopMutant, @unchecked Sendable {
    fileprivate override func feed(_ listener: Listener, _ message: CountedMessage) {
        let isLost = message.stamp.number % 10 == 5 && listeners.values.contains { $0.dropped !== listener.dropped }
        if !isLost || listeners[1]?.dropped === listener.dropped { super.feed(listener, message) }
    }
}

/// Keeps the buffered messages of ended loops.
final class HoardingLoopMutant: LoopMutant, @unchecked Sendable {
    private let hoard = Guarded([CountedMessage]())
    override func send(_ message: CountedMessage) {
        if listeners.count < 4 { hoard.withLock { $0.append(message) } }
        super.send(message)
    }
}
