import Foundation
import SwiftObserver

extension Workload {

    package static func startAndEnd() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), locked = LockedClosures()
        let center = NotificationCenter(), name = Notification.Name("message")
        return Workload(
            "start and end", count: 50_000,
            [
                Contender("observe, stopObserving") {
                    for _ in 0..<$0 {
                        observer.observe(messenger, receive: handle)
                        observer.stopObserving(messenger)
                    }
                },
                Contender("NotificationCenter") {
                    for _ in 0..<$0 {
                        center.removeObserver(center.addObserver(forName: name, object: nil, queue: nil) { _ in })
                    }
                },
                Contender("mutex floor") { for _ in 0..<$0 { locked.end(locked.start(handle)) } },
            ])
    }

    /// The life of an observer, which is created, observes, and dies.
    package static func shortLife() -> Workload {
        let messenger = Messenger<Int>(), locked = LockedWeakObservers()
        return Workload(
            "a short life", count: 50_000,
            [
                Contender("observer") { for _ in 0..<$0 { MeasuredObserver().observe(messenger, receive: handle) } },
                Contender("mutex floor") {
                    for _ in 0..<$0 {
                        let observer = WeaklyObserving()
                        locked.end(locked.start(observer, handle))
                        withExtendedLifetime(observer) {}
                    }
                },
            ])
    }

    /// Starts that many observations of one messenger.
    package static func startMany() -> Workload {
        let crowd = ObserverCrowd()
        return Workload(
            "start 100,000", count: 100_000,
            [
                Contender("observe", prepare: crowd.gather, cleanUp: crowd.leave) { _ in crowd.observe() },
                Contender("NotificationCenter", cleanUp: crowd.leave, crowd.register),
                Contender("mutex floor", prepare: crowd.gatherKeepers, cleanUp: crowd.leave) { _ in crowd.lock() },
            ])
    }

    /// Ends that many observations of one messenger, in random order.
    package static func endMany() -> Workload {
        let crowd = ObserverCrowd()
        func prepare(_ gather: @escaping (Int) -> Void, _ start: @escaping (Int) -> Void) -> (Int) -> Void {
            {
                gather($0)
                start($0)
                crowd.shuffle()
            }
        }
        return Workload(
            "end 100,000", count: 100_000,
            [
                Contender(
                    "stopObserving", prepare: prepare(crowd.gather) { _ in crowd.observe() }, cleanUp: crowd.leave
                ) { _ in
                    crowd.stopObserving()
                },
                Contender("NotificationCenter", prepare: prepare({ _ in }, crowd.register), cleanUp: crowd.leave) { _ in
                    crowd.unregister()
                },
                Contender(
                    "mutex floor", prepare: prepare(crowd.gatherKeepers) { _ in crowd.lock() }, cleanUp: crowd.leave
                ) { _ in crowd.unlock() },
            ])
    }
}

/// Many observers of one messenger, or their equivalents with a key to the end.
private final class ObserverCrowd {

    private let messenger = Messenger<Int>(), locked = LockedClosures(), center = NotificationCenter()
    private var observers: [MeasuredObserver] = [], keepers: [Keeper] = [], tokens: [any NSObjectProtocol] = []

    func gather(_ count: Int) { observers = (0..<count).map { _ in MeasuredObserver() } }
    func gatherKeepers(_ count: Int) { keepers = (0..<count).map { _ in Keeper() } }

    func leave(_: Int) {
        unregister()
        unlock()
        observers = []
        tokens = []
        keepers = []
    }

    func shuffle() {
        var generator = XorShift64()
        observers.shuffle(using: &generator)
        keepers.shuffle(using: &generator)
        tokens.shuffle(using: &generator)
    }

    func observe() { for observer in observers { observer.observe(messenger, receive: handle) } }
    func stopObserving() { for observer in observers { observer.stopObserving(messenger) } }

    func register(_ count: Int) {
        for _ in 0..<count { tokens.append(center.addObserver(forName: nil, object: nil, queue: nil) { _ in }) }
    }
    func unregister() { for token in tokens { center.removeObserver(token) } }

    func lock() { for keeper in keepers { keeper.key = locked.start(handle) } }
    func unlock() { for keeper in keepers { locked.end(keeper.key) } }
}

/// An object that observes by a closure behind a mutex.
private final class Keeper {
    var key = 0
}

/// A generator with the same numbers in each run.
private struct XorShift64: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
