import Foundation
import SwiftObserver
import Synchronization

extension Workload {

    /// What sending, and starting and ending, cost while the other goes on in a loop on another thread.
    package static func churn() -> [Workload] {
        let messenger = Messenger<Int>(), dog = Dog(), stray = Dog(), locked = LockedClosures(1, handle)
        dog.observe(messenger, receive: handle)
        let send: @Sendable () -> Void = {
            messenger.send(1)
            withExtendedLifetime(dog) {}
        }
        let visit: @Sendable () -> Void = {
            stray.observe(messenger, receive: handle)
            stray.stopObserving(messenger)
        }
        let sendLocked: @Sendable () -> Void = { locked.send(1) }
        let visitLocked: @Sendable () -> Void = { locked.end(locked.start(handle)) }
        return [
            beside("send under churn", send, visit), beside("churn under fire", visit, send),
            beside("send, floor", sendLocked, visitLocked), beside("churn, floor", visitLocked, sendLocked),
        ]
    }

    private static func beside(
        _ name: String, _ act: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void
    ) -> Workload {
        let companion = Companion(other)
        return Workload(
            name, count: 100_000,
            [
                Contender(
                    "beside the other", counting: .nothing, prepare: companion.begin, cleanUp: companion.end
                ) { for _ in 0..<$0 { act() } },
                Contender("alone", counting: .nothing) { for _ in 0..<$0 { act() } },
            ])
    }
}

/// Does something over and over again on a thread of its own.
private final class Companion: Sendable {

    private let act: @Sendable () -> Void
    private let isOver = Atomic(false), began = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    func begin(_: Int) {
        isOver.store(false, ordering: .relaxed)
        Thread.detachNewThread { [self] in
            began.signal()
            while !isOver.load(ordering: .relaxed) { act() }
            ended.signal()
        }
        began.wait()
    }

    func end(_: Int) {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
    }
}
