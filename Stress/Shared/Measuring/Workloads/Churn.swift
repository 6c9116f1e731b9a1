import Foundation
import SwiftObserver
import Synchronization

extension Workload {

    /// The costs of sending, starting and ending, beside another thread that does the reverse.
    package static func churn() -> [Workload] {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), stray = MeasuredObserver()
        let locked = LockedClosures(1, handle)
        observer.observe(messenger, receive: handle)
        let send: @Sendable () -> Void = {
            messenger.send(1)
            withExtendedLifetime(observer) {}
        }
        let visit: @Sendable () -> Void = {
            stray.observe(messenger, receive: handle)
            stray.stopObserving(messenger)
        }
        let sendLocked: @Sendable () -> Void = { locked.send(1) }
        let visitLocked: @Sendable () -> Void = { locked.end(locked.start(handle)) }
        return [
            beside("send under churn", count: 500_000, send, visit),
            beside("churn under fire", count: 100_000, visit, send),
            beside("send, floor", count: 500_000, sendLocked, visitLocked),
            beside("churn, floor", count: 100_000, visitLocked, sendLocked),
        ]
    }

    private static func beside(
        _ name: String, count: Int, _ act: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void
    ) -> Workload {
        let companion = Companion(other)
        return Workload(
            name, count: count,
            [
                Contender(
                    "beside the other", counting: .nothing, prepare: companion.begin, cleanUp: companion.end
                ) { for _ in 0..<$0 { act() } },
                Contender("alone", counting: .nothing) { for _ in 0..<$0 { act() } },
            ])
    }
}

/// Repeats an action on its own thread.
private final class Companion: Sendable {

    private let act: @Sendable () -> Void
    private let rounds = Atomic(0), isOver = Atomic(false), ended = DispatchSemaphore(value: 0)

    init(_ act: @escaping @Sendable () -> Void) { self.act = act }

    /// Waits without sleeping, so that the system finds another processor for the new thread.
    func begin(_: Int) {
        rounds.store(0, ordering: .relaxed)
        isOver.store(false, ordering: .relaxed)
        Thread.detachNewThread { [self] in
            while !isOver.load(ordering: .relaxed) {
                act()
                rounds.add(1, ordering: .relaxed)
            }
            ended.signal()
        }
        while rounds.load(ordering: .relaxed) < 10_000 {}
    }

    func end(_: Int) {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
    }
}
