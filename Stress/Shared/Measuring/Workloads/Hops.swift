import Dispatch
import SwiftObserver

extension Workload {

    package static func hop() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "hop")
        let queued = Messenger<Int>(on: queue)
        observer.observe(messenger, on: queue, receive: handle)
        observer.observe(queued, receive: handle)
        return Workload(
            "hop", count: 50_000,
            [
                sending("observe(_:on:)", messenger, to: [observer], on: queue),
                sending("Messenger(on:)", queued, to: [observer], on: queue),
                Contender("queue.async", counting: .nothing) {
                    for number in 0..<$0 { queue.async { handle(number) } }
                    queue.sync {}
                },
            ])
    }

    /// Sends, and waits until the queue has handled everything.
    private static func sending(
        _ name: String, _ messenger: Messenger<Int>, to observers: [MeasuredObserver], on queue: DispatchQueue
    ) -> Contender {
        Contender(name, counting: .nothing) {
            for number in 0..<$0 { messenger.send(number) }
            queue.sync {}
            withExtendedLifetime(observers) {}
        }
    }

    /// All observers use one queue, so consecutive messages are never for the same one.
    package static func hopToSharedQueue() -> Workload {
        let messenger = Messenger<Int>(), observers = (1...4).map { _ in MeasuredObserver() }
        let queue = DispatchQueue(label: "shared")
        for observer in observers { observer.observe(messenger, on: queue, receive: handle) }
        return Workload(
            "4 hop to one queue", count: 15_000,
            [
                sending("observe(_:on:)", messenger, to: observers, on: queue),
                Contender("queue.async", counting: .nothing) {
                    for number in 0..<$0 {
                        for _ in observers { queue.async { handle(number) } }
                    }
                    queue.sync {}
                },
            ])
    }

    /// All messages hop before the first arrives.
    package static func hopToBusyQueue() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "busy")
        observer.observe(messenger, on: queue, receive: handle)
        return Workload(
            "hop to a busy queue", count: 50_000,
            [
                Contender("observe(_:on:)", counting: .allThreads) {
                    queue.suspend()
                    for number in 0..<$0 { messenger.send(number) }
                    queue.resume()
                    queue.sync {}
                    withExtendedLifetime(observer) {}
                },
                Contender("queue.async", counting: .allThreads) {
                    queue.suspend()
                    for number in 0..<$0 { queue.async { handle(number) } }
                    queue.resume()
                    queue.sync {}
                },
            ])
    }

    /// Compares a client's place with a queue.
    package static func hopToBusyPlace() -> Workload {
        let observer = MeasuredObserver()
        let queue = DispatchQueue(label: "busy"), place = QueuePlace(), messenger = Messenger<Int>(),
            other = Messenger<Int>()
        observer.observe(messenger, on: place, receive: handle)
        observer.observe(other, on: queue, receive: handle)
        func sending(_ name: String, _ messenger: Messenger<Int>, _ queue: DispatchQueue) -> Contender {
            Contender(name, counting: .allThreads) {
                queue.suspend()
                for number in 0..<$0 { messenger.send(number) }
                queue.resume()
                queue.sync {}
                withExtendedLifetime(observer) {}
            }
        }
        return Workload(
            "hop to a busy place", count: 50_000,
            [sending("a place", messenger, place.queue), sending("a queue", other, queue)])
    }

    package static func hopAndBack() -> Workload {
        let messenger = Messenger<Int>(), observer = MeasuredObserver(), queue = DispatchQueue(label: "round trip")
        let arrived = DispatchSemaphore(value: 0)
        observer.observe(messenger, on: queue) { _ in arrived.signal() }
        return Workload(
            "hop and back", count: 5000,
            [
                Contender("observe(_:on:)", counting: .nothing) {
                    for number in 0..<$0 {
                        messenger.send(number)
                        arrived.wait()
                    }
                    withExtendedLifetime(observer) {}
                },
                Contender("queue.async", counting: .nothing) {
                    for _ in 0..<$0 {
                        queue.async { arrived.signal() }
                        arrived.wait()
                    }
                },
            ])
    }
}

/// A queue that the library doesn't recognize as one.
private final class QueuePlace: DeliveryPlace {

    let queue = DispatchQueue(label: "place")

    func enqueue(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
}
