import Dispatch
import Testing

@testable import SwiftObserver

/// Closed observables refuse messages, and end after the last one.
@Suite struct Clause21Close {

    private let dog = Dog(), queue = DispatchQueue(label: "kennel"), heard = Recorder<Int>()

    @Test func `a variable keeps and changes its value, but sends nothing`() {
        let number = Var(1)
        dog.observe(number) { [heard] in heard.record($0.new) }
        #expect(number.close(within: .zero).isEmpty)
        number <- 2
        number += 1
        number.send()
        #expect(number.value == 3)
        #expect(number.refusedCount == 3)
        #expect(heard.values == [])
        dog.observe(number.startingWithLatest()) { [heard] in heard.record($0.new) }
        #expect(heard.values == [])
        #expect(!dog.isObserving(number))
    }

    @Test func `a combination is closed apart from its variables`() {
        let left = Var(1), right = Var(1), both = left +++ right
        dog.observe(both) { [heard] in heard.record($0.new.left) }
        dog.observe(left) { [heard] in heard.record($0.new) }
        #expect(both.close(within: .zero).isEmpty)
        left <- 2
        #expect(heard.values == [2])
        #expect(both.value == Pair(2, 1))
        #expect(both.refusedCount == 1)
        both <- Pair(5, 6)
        #expect(right.value == 6)
    }

    @Test func `a buffer keeps its latest message`() {
        let sky = Messenger<Int>(), buffer = sky.buffer()
        sky.send(1)
        buffer.close(within: .zero)
        sky.send(2)
        buffer.send(3)
        #expect(buffer.latestMessage == 1)
        #expect(buffer.refusedCount == 2)
    }

    @Test func `a promise that was not fulfilled never will be`() async {
        let promise = Promise<Int>()
        let task = Task { try await promise.value }
        await eventually { promise.office.isObserved }
        await promise.close(within: .hangLimit)
        promise.fulfill(1)
        #expect(promise.refusedCount == 1)
        await #expect(throws: PromiseDied.self) { try await task.value }
        await #expect(throws: PromiseDied.self) { try await promise.value }
    }

    @Test func `a promise that was fulfilled keeps its value for those who await it`() async throws {
        let promise = Promise<Int>()
        promise.fulfill(1)
        await promise.close(within: .hangLimit)
        promise.fulfill(2)
        #expect(try await promise.value == 1)
        dog.observe(promise, receive: heard.record)
        #expect(heard.values == [])
        #expect(promise.refusedCount == 1)
    }

    @Test func `loops end behind the last message`() async {
        let sky = Messenger<Int>(), heard = heard, messages = sky.messages()
        for number in 1...3 { sky.send(number) }
        let task = Task { for await number in messages { heard.record(number) } }
        #expect(await sky.close(within: .hangLimit).isEmpty)
        #expect(heard.values == [1, 2, 3])
        await task.value
        for await _ in sky.messages() { Issue.record("A closed observable sent something.") }
    }

    @Test func `what can't be handled in time is named, and handled later`() {
        let sky = Messenger<Int>()
        dog.observe(sky, on: queue, receive: heard.record)
        queue.suspend()
        sky.send(1)
        #expect(sky.close(within: .expiring).map(\.waiting) == [1])
        #expect(sky.close(within: .zero).map(\.waiting) == [1])
        sky.send(2)
        #expect(dog.isObserving(sky))
        queue.resume()
        #expect(sky.close(within: .hangLimit).isEmpty)
        #expect(heard.values == [1])
        #expect(!dog.isObserving(sky))
        #expect(sky.refusedCount == 1)
    }

    @Test func `each of many messages from many threads is handled or refused`() {
        for observers in [1, 3, 100] {
            let sky = Messenger<Int>(), sent = LockedBox(0), inPlace = LockedBox(0), hopped = LockedBox(0)
            sky.observed { _ in inPlace.withLock { $0 += 1 } }
            let queues = (0..<observers).map { DispatchQueue(label: "queue \($0)") }
            for queue in queues { sky.observed().on(queue).receive { _ in hopped.withLock { $0 += 1 } } }
            onThreads(5) { thread in
                if thread == 4 {
                    for _ in 0..<200 { Var(1).value += 1 }
                    #expect(sky.close(within: .hangLimit).isEmpty)
                    let sums = (inPlace.withLock { $0 }, hopped.withLock { $0 })
                    for queue in queues { queue.sync {} }
                    #expect((inPlace.withLock { $0 }, hopped.withLock { $0 }) == sums)
                } else {
                    for number in 1...300 { sky.send(number) }
                    sent.withLock { $0 += 300 }
                }
            }
            let handled = sent.withLock { $0 } - sky.refusedCount
            #expect(inPlace.withLock { $0 } == handled)
            #expect(hopped.withLock { $0 } == handled * observers)
        }
    }

    @Test func `a pipeline that is closed in its order loses nothing`() {
        let source = Messenger<Int>(), sink = Messenger<Int>(), other = DispatchQueue(label: "other")
        dog.observe(source, on: queue) { sink.send($0) }
        dog.observe(sink, on: other, receive: heard.record)
        for number in 1...100 { source.send(number) }
        #expect(close([source, sink], within: .hangLimit).isEmpty)
        #expect(heard.values == Array(1...100))
        #expect(sink.refusedCount == 0)
    }

    @Test func `a transform can be closed, and be drained when its origin is closed`() {
        let sky = Messenger<Int>(), double = sky.map { 2 * $0 }
        dog.observe(double, on: queue, receive: heard.record)
        sky.send(1)
        #expect(sky.close(within: .hangLimit).isEmpty)
        #expect(heard.values == [2])
        #expect(dog.isObserving(double))
        double.send(3)
        double.close(within: .hangLimit)
        double.send(4)
        #expect(heard.values == [2, 3])
    }

    @Test func `a handler may close its own observable without waiting`() {
        let sky = Messenger<Int>()
        dog.observe(sky) { [heard] number in
            heard.record(number)
            #expect(sky.close(within: .zero).count == 1)
            sky.send(2)
        }
        sky.send(1)
        sky.send(3)
        #expect(heard.values == [1])
        #expect(sky.refusedCount == 2)
        #expect(!dog.isObserving(sky))
    }

    @Test(arguments: ["drain", "close", "queue", "group"])
    func `to wait where a thread could only wait for itself stops the program`(_ what: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [what = what as String] in
            waitForItself(what)
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("SwiftObserver: a handler called `drain` or `close` on its own observable"))
    }
}

private func waitForItself(_ what: String) {
    let sky = Messenger<Int>(), sea = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")
    switch what {
    case "drain": dog.observe(sky) { _ in sky.drain(within: .hangLimit) }
    case "close": dog.observe(sky) { _ in sky.close(within: .hangLimit) }
    case "group": dog.observe(sky) { _ in drain([sea, sky], within: .seconds(Int64.max)) }
    default:
        dog.observe(sky, on: queue) { _ in sea.drain(within: .hangLimit) }
        dog.observe(sea, on: queue) { _ in }
        queue.suspend()
    }
    sky.send(1)
    sea.send(1)
    if what == "queue" { queue.resume() }
    queue.sync {}
    withExtendedLifetime(dog) {}
}
