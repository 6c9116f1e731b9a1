import Dispatch
import Foundation
import SwiftObserver
import Synchronization

final class Dog: Observer, Sendable { let receiver = Receiver() }

/// What all handlers do. Nothing reads it before everything is over.
nonisolated(unsafe) var sum = 0
let handle: @Sendable (Int) -> Void = { sum &+= $0 }

/// The workloads by which observer libraries are compared. The mutex floor comes last in each.
func workloads() -> [Workload] {
    [
        send(to: 1, goal: 2, count: 400_000), send(to: 10, goal: nil, count: 60_000),
        send(to: 1000, goal: nil, count: 600), sendToNobody(), startAndEnd(), setVariable(), transforms(),
        contention(threads: 2), contention(threads: 4), contention(threads: 8), hop(), roundTrip(), asyncLoop(),
    ]
}

private func send(to observers: Int, goal: Double?, count: Int) -> Workload {
    let messenger = Messenger<Int>(), free = Messenger<Int>(), dogs = (0..<observers).map { _ in Dog() }
    for dog in dogs {
        dog.observe(messenger, receive: handle)
        free.observed(receive: handle)
    }
    let closures = Closures(observers, handle), locked = LockedClosures(observers, handle)
    let center = NotificationCenter(), name = Notification.Name("message")
    let tokens = dogs.map { _ in center.addObserver(forName: name, object: nil, queue: nil) { _ in sum &+= 1 } }
    return Workload(
        "send to \(observers)", goal: goal.map(Goal.init), count: count,
        [
            Contender("free observers") { for number in 0..<$0 { free.send(number) } },
            Contender("observers that can die") {
                for number in 0..<$0 { messenger.send(number) }
                withExtendedLifetime(dogs) {}
            },
            Contender("NotificationCenter") {
                for _ in 0..<$0 { center.post(name: name, object: nil) }
                withExtendedLifetime(tokens) {}
            },
            Contender("closures") { for number in 0..<$0 { closures.send(number) } },
            Contender("mutex floor") { for number in 0..<$0 { locked.send(number) } },
        ])
}

private func sendToNobody() -> Workload {
    let messenger = Messenger<Int>(), locked = LockedClosures()
    return Workload(
        "send to nobody", goal: Goal(ratio: 1.2), count: 1_000_000,
        [
            Contender("messenger") { for number in 0..<$0 { messenger.send(number) } },
            Contender("mutex floor") { for number in 0..<$0 { locked.send(number) } },
        ])
}

private func startAndEnd() -> Workload {
    let messenger = Messenger<Int>(), dog = Dog(), locked = LockedClosures()
    return Workload(
        "start and end", goal: Goal(ratio: 2), count: 50_000,
        [
            Contender("observe, stopObserving") {
                for _ in 0..<$0 {
                    dog.observe(messenger, receive: handle)
                    dog.stopObserving(messenger)
                }
            },
            Contender("mutex floor") { for _ in 0..<$0 { locked.end(locked.start(handle)) } },
        ])
}

private func setVariable() -> Workload {
    let variable = Var(0), dog = Dog(), locked = LockedClosures(1, handle)
    dog.observe(variable) { sum &+= $0.new }
    return Workload(
        "set a variable", goal: Goal(ratio: 2.5), count: 200_000,
        [
            Contender("variable <- value") { for number in 0..<$0 { variable <- number } },
            Contender("variable += 1") {
                for _ in 0..<$0 { variable += 1 }
                withExtendedLifetime(dog) {}
            },
            Contender("mutex floor of a send") { for number in 0..<$0 { locked.send(number) } },
        ])
}

private func transforms() -> Workload {
    let messenger = Messenger<Int>(), adHoc = Messenger<Int>(), origin = Messenger<Int>(), dog = Dog()
    dog.observe(messenger, receive: handle)
    dog.observe(adHoc).map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }.receive(handle)
    let objects = origin.map { $0 + 1 }.filter { $0 > 0 }.map { $0 * 2 }
    dog.observe(objects, receive: handle)
    return Workload(
        "map, filter, map", goal: Goal(ratio: 1.5), count: 100_000,
        [
            Contender("ad hoc") { for number in 0..<$0 { adHoc.send(number) } },
            Contender("objects") {
                for number in 0..<$0 { origin.send(number) }
                withExtendedLifetime((dog, objects)) {}
            },
            Contender("plain send") { for number in 0..<$0 { messenger.send(number) } },
        ])
}

private func contention(threads: Int) -> Workload {
    let messenger = Messenger<Int>(), dog = Dog(), locked = LockedClosures(1, handle)
    dog.observe(messenger, receive: handle)
    locked.send(0)
    func onThreads(_ count: Int, _ act: @escaping @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: threads) { _ in for number in 0..<count / threads { act(number) } }
    }
    return Workload(
        "\(threads) threads send", goal: Goal(ratio: 2.5), count: 200_000,
        [
            Contender("one messenger") {
                onThreads($0) { messenger.send($0) }
                withExtendedLifetime(dog) {}
            },
            Contender("mutex floor") { onThreads($0) { locked.sendLocked($0) } },
        ])
}

private func hop() -> Workload {
    let messenger = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "hop")
    dog.observe(messenger, on: queue, receive: handle)
    return Workload(
        "hop", goal: Goal(ratio: 1.0 / 3), count: 50_000,
        [
            Contender("observe(_:on:)") {
                for number in 0..<$0 { messenger.send(number) }
                queue.sync {}
                withExtendedLifetime(dog) {}
            },
            Contender("queue.async") {
                for number in 0..<$0 { queue.async { handle(number) } }
                queue.sync {}
            },
        ])
}

private func roundTrip() -> Workload {
    let messenger = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "round trip")
    let arrived = DispatchSemaphore(value: 0)
    dog.observe(messenger, on: queue) { _ in arrived.signal() }
    return Workload(
        "hop and back", goal: Goal(ratio: 1.2), count: 5000,
        [
            Contender("observe(_:on:)") {
                for number in 0..<$0 {
                    messenger.send(number)
                    arrived.wait()
                }
                withExtendedLifetime(dog) {}
            },
            Contender("queue.async") {
                for _ in 0..<$0 {
                    queue.async { arrived.signal() }
                    arrived.wait()
                }
            },
        ])
}

private func asyncLoop() -> Workload {
    func consume(_ count: Int, _ start: (Int) -> Void, _ loop: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await loop()
            done.signal()
        }
        start(count)
        done.wait()
    }
    return Workload(
        "asynchronous loop", goal: Goal(ratio: 1), count: 50_000,
        [
            Contender("messages()") { count in
                let messenger = Messenger<Int>(), messages = messenger.messages()
                consume(count) {
                    for number in 1...$0 { messenger.send(number) }
                } _: {
                    for await number in messages where number == count { break }
                }
            },
            Contender("AsyncStream") { count in
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                consume(count) {
                    for number in 1...$0 { continuation.yield(number) }
                } _: {
                    for await number in stream where number == count { break }
                }
            },
        ])
}
