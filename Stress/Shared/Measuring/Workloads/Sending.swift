import Foundation
import StressSupport
import SwiftObserver

extension Workload {

    package static func send(to observerCount: Int, count: Int) -> Workload {
        let messenger = Messenger<Int>(), free = Messenger<Int>()
        let observers = (0..<observerCount).map { _ in MeasuredObserver() }
        for observer in observers {
            observer.observe(messenger, receive: handle)
            free.observed(receive: handle)
        }
        let closures = Closures(observerCount, handle), locked = LockedClosures(observerCount, handle)
        let center = NotificationCenter(), name = Notification.Name("message")
        let tokens = observers.map { _ in center.addObserver(forName: name, object: nil, queue: nil) { _ in sum &+= 1 }
        }
        return Workload(
            "send to \(observerCount)", count: count,
            [
                Contender("free observers") { for number in 0..<$0 { free.send(number) } },
                Contender("observers that can die") {
                    for number in 0..<$0 { messenger.send(number) }
                    withExtendedLifetime(observers) {}
                },
                Contender("NotificationCenter") {
                    for _ in 0..<$0 { center.post(name: name, object: nil) }
                    withExtendedLifetime(tokens) {}
                },
                Contender("closures") { for number in 0..<$0 { closures.send(number) } },
                Contender("mutex floor") { for number in 0..<$0 { locked.send(number) } },
            ])
    }

    /// Sends to many messengers, one after the other, in random order.
    ///
    /// So little of their memory is in the caches.
    package static func sendInRandomOrder() -> Workload {
        let scattered = Scattered()
        return Workload(
            "send, 100,000 in random order", count: 100_000,
            [
                Contender("free observers", prepare: scattered.grow) {
                    let free = scattered.free, order = scattered.order
                    for number in 0..<$0 { free[order[number]].send(number) }
                },
                Contender("observers that can die", prepare: scattered.grow) {
                    let messengers = scattered.messengers, order = scattered.order
                    for number in 0..<$0 { messengers[order[number]].send(number) }
                },
                Contender("mutex floor", prepare: scattered.grow) {
                    let locked = scattered.locked, order = scattered.order
                    for number in 0..<$0 { locked[order[number]].send(number) }
                },
            ])
    }

    package static func sendToNobody() -> Workload {
        let messenger = Messenger<Int>(), locked = LockedClosures()
        let center = NotificationCenter(), name = Notification.Name("message")
        return Workload(
            "send to nobody", count: 1_000_000,
            [
                Contender("messenger") { for number in 0..<$0 { messenger.send(number) } },
                Contender("NotificationCenter") { for _ in 0..<$0 { center.post(name: name, object: nil) } },
                Contender("mutex floor") { for number in 0..<$0 { locked.send(number) } },
            ])
    }
}

/// Many messengers with an observer each, as many as a job needs.
private final class Scattered {

    private(set) var messengers: [Messenger<Int>] = [], free: [Messenger<Int>] = [], locked: [LockedClosures] = []
    private(set) var order: [Int] = []
    private var observers: [MeasuredObserver] = []

    func grow(to count: Int) {
        if count <= order.count { return }
        for index in order.count..<count {
            observers.append(MeasuredObserver())
            messengers.append(Messenger())
            free.append(Messenger())
            locked.append(LockedClosures(1, handle))
            observers[index].observe(messengers[index], receive: handle)
            free[index].observed(receive: handle)
            locked[index].send(0)
        }
        var random = SplitMix64(1)
        order = Array(0..<count).shuffled(using: &random)
    }
}
