import Foundation
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

    /// Sends to one of many messengers after the other, in random order, so that little of them is in the caches.
    package static func sendInRandomOrder() -> Workload {
        let count = 100_000, observers = (0..<count).map { _ in MeasuredObserver() }
        let messengers = (0..<count).map { _ in Messenger<Int>() }, free = (0..<count).map { _ in Messenger<Int>() }
        let locked = (0..<count).map { _ in LockedClosures(1, handle) }
        for index in 0..<count {
            observers[index].observe(messengers[index], receive: handle)
            free[index].observed(receive: handle)
            locked[index].send(0)
        }
        var random = SystemRandomNumberGenerator()
        let order = Array(0..<count).shuffled(using: &random)
        return Workload(
            "send, 100,000 in random order", count: count,
            [
                Contender("free observers") { for number in 0..<$0 { free[order[number]].send(number) } },
                Contender("observers that can die") {
                    for number in 0..<$0 { messengers[order[number]].send(number) }
                    withExtendedLifetime(observers) {}
                },
                Contender("mutex floor") { for number in 0..<$0 { locked[order[number]].send(number) } },
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
