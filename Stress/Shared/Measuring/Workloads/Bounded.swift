import Dispatch
import Foundation
import SwiftObserver

extension Workload {

    /// Workloads with limits of waiting messages, and with batches.
    package static func bounded() -> [Workload] {
        [
            boundedHop(), droppedMessage("a dropped number") { $0 },
            droppedMessage("a dropped object") { [objects = (0..<256).map { _ in Letter() }] in objects[$0 & 255] },
            batch(),
        ]
    }

    /// Two threads send as fast as possible, so that the limit is reached.
    ///
    /// The queue handles what it can.
    private static func boundedHop() -> Workload {
        func contender(_ name: String, _ buffering: MessageBuffering) -> Contender {
            let messenger = Messenger<Int>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "bounded")
            observer.observe(messenger).on(queue).buffering(buffering).missed(handle).receive(handle)
            return Contender(name, counting: .nothing) { count in
                _ = onThreads(2) { _ in for number in 0..<count / 2 { messenger.send(number) } }
                queue.sync {}
                withExtendedLifetime(observer) {}
            }
        }
        return Workload(
            "bounded hop at its limit", count: 100_000,
            [
                contender(".newest(100)", .newest(100)), contender(".oldest(100)", .oldest(100)),
                contender(".unbounded", .unbounded),
            ])
    }

    /// One thread sends to a suspended queue at its limit. So each message drops another one.
    private static func droppedMessage<Message: Sendable>(
        _ name: String, _ message: @escaping @Sendable (Int) -> Message
    ) -> Workload {
        func contender(_ name: String, _ buffering: MessageBuffering) -> Contender {
            let messenger = Messenger<Message>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "full")
            observer.observe(messenger).on(queue).buffering(buffering).missed(handle).receive { _ in }
            return Contender(name) { _ in
                queue.suspend()
                for number in 0..<100 { messenger.send(message(number)) }
            } cleanUp: { _ in
                queue.resume()
                queue.sync {}
                withExtendedLifetime(observer) {}
            } _: {
                for number in 0..<$0 { messenger.send(message(number)) }
            }
        }
        let ring = LockedRing(capacity: 100, filledWith: message(0))
        return Workload(
            name, count: 200_000,
            [
                contender(".newest(100)", .newest(100)), contender(".oldest(100)", .oldest(100)),
                Contender("locked ring") { for number in 0..<$0 { ring.append(message(number)) } },
            ])
    }

    /// All messages wait when the first is handled. Only the handling is measured.
    private static func batch() -> Workload {
        func contender(_ name: String, _ observe: (MeasuredObserver, Messenger<Int>, DispatchQueue) -> Void)
            -> Contender
        {
            let messenger = Messenger<Int>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "batch")
            observe(observer, messenger, queue)
            return Contender(name, counting: .nothing) {
                queue.suspend()
                for number in 0..<$0 { messenger.send(number) }
            } cleanUp: { _ in
                withExtendedLifetime((observer, messenger)) {}
            } _: { _ in
                queue.resume()
                queue.sync {}
            }
        }
        return Workload(
            "a batch of 100", count: 400_000,
            [
                contender("batches(upTo:)") { observer, messenger, queue in
                    observer.observe(messenger).on(queue).batches(upTo: 100).receive { handle($0.count) }
                },
                contender("observe(_:on:)") { observer, messenger, queue in
                    observer.observe(messenger, on: queue, receive: handle)
                },
            ])
    }
}

private final class Letter: Sendable {}

/// Messages in a ring behind a mutex: the minimum cost of dropping the oldest one.
///
/// `@unchecked Sendable` because the mutex guards the ring.
private final class LockedRing<Message>: @unchecked Sendable {

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var messages: [Message]
    private var next = 0

    init(capacity: Int, filledWith message: Message) {
        messages = Array(repeating: message, count: capacity)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    @inline(never)
    func append(_ message: Message) {
        var old = message
        pthread_mutex_lock(mutex)
        swap(&messages[next], &old)
        next = next + 1 == messages.count ? 0 : next + 1
        pthread_mutex_unlock(mutex)
        withExtendedLifetime(old) {}
    }
}
