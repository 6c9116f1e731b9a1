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
