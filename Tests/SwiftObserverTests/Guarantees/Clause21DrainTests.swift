import Dispatch
import SwiftObserver
import Testing

/// Waiting until every message that was sent is handled.
@Suite struct Clause21Drain {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "kennel")

    @Test(arguments: [Duration.zero, .seconds(-1), .expiring, .seconds(Int64.max)])
    func `nothing is left where nothing waits`(_ duration: Duration) {
        #expect(sky.drain(within: duration).isEmpty)
        dog.observe(sky) { _ in }
        dog.observe(sky, on: queue) { _ in }
        #expect(sky.drain(within: duration).isEmpty)
        sky.send(1)
        queue.sync {}
        #expect(sky.drain(within: duration).isEmpty)
        queue.suspend()
        #expect(sky.drain(within: duration).isEmpty)
        queue.resume()
    }

    @Test func `everything on a queue has been handled`() {
        let heard = Recorder<Int>()
        dog.observe(sky, on: queue) { number in
            Thread.pause()
            heard.record(number)
        }
        for number in 1...100 { sky.send(number) }
        #expect(sky.drain(within: .hangLimit).isEmpty)
        #expect(heard.values == Array(1...100))
    }

    @Test func `what is on a suspended queue is named, and nothing is left behind`() {
        let heard = Recorder<Int>()
        dog.observe(sky, on: queue, receive: heard.record)
        queue.suspend()
        for number in 1...3 { sky.send(number) }
        for _ in 1...1000 {
            let left = sky.drain(within: .nanoseconds(1))
            #expect(left.map(\.waiting) == [3])
        }
        let left = sky.drain(within: .expiring)
        #expect(
            left.description == """
                observable      observer  where           waiting
                Messenger<Int>  Dog       queue "kennel"  3
                """)
        queue.resume()
        #expect(sky.drain(within: .hangLimit).isEmpty)
        #expect(heard.values == [1, 2, 3])
    }

    @Test func `it waits for whoever delivers in place`() async {
        let slow = SlowHandler(), results = Recorder<Bool>(), sky = sky
        dog.observe(sky, receive: slow.receive)
        DispatchQueue(label: "sender").async { sky.send(1) }
        #expect(slow.begins())
        sky.send(2)
        #expect(await sky.drain(within: .expiring).map(\.waiting) == [1])
        DispatchQueue(label: "drainer").async { results.record(sky.drain(within: .hangLimit).isEmpty) }
        await Task.yield()
        sky.send(3)
        #expect(results.count == 0)
        #expect(slow.goesOn())
        #expect(results.count == 0)
        #expect(slow.goesOn())
        slow.end()
        await eventually { results.count > 0 }
        #expect(results.values == [true])
    }

    @Test func `it waits for transforms and what observes them`() {
        let heard = Recorder<Int>(), double = sky.map { 2 * $0 }, buffer = double.buffer()
        let more = buffer.map { $0 ?? 0 }
        dog.observe(more, on: queue, receive: heard.record)
        queue.suspend()
        for number in 1...3 { sky.send(number) }
        let left = sky.drain(within: .expiring)
        #expect(left.map(\.waiting) == [3])
        queue.resume()
        #expect(sky.drain(within: .hangLimit).isEmpty)
        #expect(heard.values == [2, 4, 6])
    }

    @Test func `it waits for loops until they ask for the next message`() async {
        let heard = Recorder<Int>(), mayGoOn = Recorder<Int>(), sky = sky
        let task = Task {
            for await number in sky.messages() {
                heard.record(number)
                await eventually { mayGoOn.count >= number }
            }
        }
        await eventually {
            sky.send(0)
            return heard.count > 0
        }
        #expect(await sky.drain(within: .hangLimit).isEmpty)
        sky.send(1)
        #expect(await sky.drain(within: .expiring).map(\.observer) == ["for await"])
        mayGoOn.record(1)
        #expect(await sky.drain(within: .hangLimit).isEmpty)
        #expect(heard.values.last == 1)
        task.cancel()
    }

    @Test func `a group is drained until it's quiet`() async {
        let a = Messenger<Int>(), b = Messenger<Int>(), heard = Recorder<Int>(), other = DispatchQueue(label: "other")
        dog.observe(a, on: queue) { b.send($0 - 1) }
        dog.observe(b, on: other) { number in
            heard.record(number)
            if number > 0 { a.send(number) }
        }
        a.send(100)
        #expect(await drain([a, b], within: .hangLimit).isEmpty)
        #expect(heard.values == Array((0...99).reversed()))
        dog.stopObserving()
    }

    @Test func `a drain that is cancelled when more was sent to the group tells what is left`() async {
        let a = Messenger<Int>(), b = Messenger<Int>(), other = DispatchQueue(label: "other"), home = Home()
        let mayReturn = DispatchSemaphore(value: 0)
        dog.observe(a, on: queue) { number in
            mayReturn.wait()
            b.send(number)
        }
        dog.observe(b, on: other) { _ in }
        other.suspend()
        a.send(1)
        let task = Task { await home.drain([b, a]) }
        await eventually { await home.hasBegun }
        // The drain resumes only after its cancellation, although what it waits for is handled
        // before.
        let mayGoOn = await home.hold()
        mayReturn.signal()
        queue.sync {}
        task.cancel()
        mayGoOn.signal()
        #expect(await task.value == 1)
        other.resume()
        dog.stopObserving()
    }

    @Test func `a group isn't quiet while the first message of an observation waits that a handler has started`() async
    {
        let sky = Messenger<Int>(), level = Var(7), cat = Dog(), other = DispatchQueue(label: "other")
        let results = Recorder<Int>(), slow = SlowHandler(), mayStart = Gate(), dog = dog
        cat.observe(level) { _ in }
        dog.observe(sky, on: queue) { _ in
            mayStart.pass()
            dog.observe(level.startingWithLatest(), on: other) { slow.receive($0.new) }
        }
        sky.send(1)
        let task = Task { await drain([sky, level], within: .hangLimit).count }
        for _ in 1...100 { await Task.yield() }
        mayStart.open()
        #expect(slow.begins())
        Task { results.record(await task.value) }
        for _ in 1...100 { await Task.yield() }
        #expect(results.count == 0)
        slow.end()
        await eventually { results.count > 0 }
        #expect(results.values == [0])
        dog.stopObserving()
    }

    @Test func `a blocking drain doesn't look whether its task is cancelled`() async {
        let slow = SlowHandler(), slower = SlowHandler(), sky = sky, dog = dog, other = Messenger<Int>()
        let results = Recorder<Int>()
        dog.observe(sky, on: queue) {
            slow.receive($0)
            other.send($0)
        }
        dog.observe(other, on: queue, receive: slower.receive)
        sky.send(1)
        #expect(slow.begins())
        let home = Home(), task = Task { results.record(await home.drainBlocking([other, sky])) }
        task.cancel()
        for _ in 1...100 { await Task.yield() }
        slow.end()
        #expect(slower.begins())
        for _ in 1...100 { await Task.yield() }
        #expect(results.count == 0)
        slower.end()
        await task.value
        #expect(results.values == [0])
        dog.stopObserving()
    }

    @Test func `the close refuses and ends`() {
        let heard = Recorder<Int>()
        dog.observe(sky, on: queue, receive: heard.record)
        dog.observe(sky, receive: heard.record)
        sky.send(1)
        #expect(sky.close(within: .hangLimit).isEmpty)
        sky.send(2)
        #expect(heard.values == [1, 1])
        #expect(sky.refusedCount == 1)
        #expect(sky.isClosed)
        #expect(!dog.isObserving(sky))
        dog.observe(sky, receive: heard.record)
        #expect(!dog.isObserving(sky))
        #expect(sky.close(within: .hangLimit).isEmpty)
    }

    @Test func `stopping waits for the handler`() async {
        let slow = SlowHandler(), sky = sky, dog = dog, results = Recorder<Bool>()
        dog.observe(sky, on: queue, receive: slow.receive)
        sky.send(1)
        sky.send(2)
        #expect(slow.begins())
        #expect(await !dog.stopObservingAndWait(sky, within: .expiring))
        DispatchQueue(label: "ender").async { results.record(dog.stopObservingAndWait(sky)) }
        DispatchQueue(label: "ender").async { results.record(dog.stopObservingAndWait()) }
        await Task.yield()
        #expect(results.count == 0)
        slow.end()
        await eventually { results.count == 2 }
        #expect(results.values == [true, true])
    }

    @Test func `stopping in the handler returns at once`() {
        let sky = sky, dog = dog, results = Recorder<Bool>()
        dog.observe(sky) { _ in results.record(dog.stopObservingAndWait(sky)) }
        sky.send(1)
        dog.observe(sky, on: queue) { _ in results.record(dog.stopObservingAndWait(sky)) }
        sky.send(2)
        queue.sync {}
        #expect(results.values == [false, false])
        #expect(dog.stopObservingAndWait(sky))
        #expect(dog.stopObservingAndWait())
    }

    @Test func `handlers that stop each other don't wait forever`() {
        let a = Messenger<Int>(), b = Messenger<Int>(), dog = dog, results = Recorder<Bool>()
        let inA = Gate(), inB = Gate()
        dog.observe(a) { _ in
            inA.open()
            inB.pass()
            results.record(dog.stopObservingAndWait(b))
        }
        dog.observe(b) { _ in
            inB.open()
            inA.pass()
            results.record(dog.stopObservingAndWait(a))
        }
        onThreads(2) { ($0 == 0 ? a : b).send(1) }
        #expect(results.values.sorted { !$0 && $1 } == [false, true])
    }
    @Test func `a group of one is drained until it's quiet, too`() async {
        let a = Messenger<Int>(), heard = Recorder<Int>()
        dog.observe(a, on: queue) { number in
            heard.record(number)
            if number > 0 { a.send(number - 1) }
        }
        a.send(100)
        #expect(await drain([a], within: .hangLimit).isEmpty)
        #expect(heard.values == Array((0...100).reversed()))
        dog.stopObserving()
    }

    @Test func `a group that others send to is waited for until time is up`() async {
        let a = Messenger<Int>(), b = Messenger<Int>(), isOver = LockedBox(false)
        onThreads(2) { thread in
            if thread == 0 {
                while !isOver.withLock({ $0 }) { a.send(1) }
            } else {
                drain([a, b], within: .zero)
                drain([a, b], within: .expiring)
                isOver.withLock { $0 = true }
            }
        }
    }

    @Test func `what a limit drops in a loop isn't waited for`() async {
        let messages = sky.messages(buffering: .newest(1)), results = Recorder<Bool>(), sky = sky
        sky.send(1)
        DispatchQueue(label: "drainer").async { results.record(sky.drain(within: .hangLimit).isEmpty) }
        await eventually {
            sky.send(2)
            return results.count > 0
        }
        #expect(results.values == [true])
        withExtendedLifetime(messages) {}
    }

    @Test func `messages for an observation that has ended aren't waited for`() async {
        let slow = SlowHandler(), other = Messenger<Int>(), mayGoOn = Gate()
        dog.observe(sky, on: queue, receive: slow.receive)
        dog.observe(other, on: queue) { _ in mayGoOn.pass() }
        sky.send(1)
        #expect(slow.begins())
        other.send(1)
        for number in 2...5 { sky.send(number) }
        dog.stopObserving(sky)
        #expect(await sky.drain(within: .expiring).map(\.waiting) == [0])
        slow.end()
        #expect(await sky.drain(within: .hangLimit).isEmpty)
        mayGoOn.open()
        queue.sync {}
    }
}

private enum Thread { static func pause() { for _ in 0..<1000 { Thread.touch() } }; private static func touch() {} }

/// An actor that drains, and that a test can block. It runs on a thread of its own, so that it
/// blocks no thread that all tasks share.
private actor Home {

    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private(set) var hasBegun = false

    /// Returns the number of observations that have unhandled messages.
    func drain(_ observables: [Messenger<Int>]) async -> Int {
        hasBegun = true
        return await SwiftObserver.drain(observables, within: .hangLimit).count
    }

    /// Does the same, but blocks the thread.
    func drainBlocking(_ observables: [Messenger<Int>]) -> Int {
        SwiftObserver.drain(observables, within: .hangLimit).count
    }

    /// Blocks this actor until the returned semaphore is signaled.
    nonisolated func hold() async -> DispatchSemaphore {
        let isHeld = DispatchSemaphore(value: 0), mayGoOn = DispatchSemaphore(value: 0)
        Task { await block(isHeld, mayGoOn) }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isHeld.wait()
                continuation.resume()
            }
        }
        return mayGoOn
    }

    private func block(_ isHeld: DispatchSemaphore, _ mayGoOn: DispatchSemaphore) {
        isHeld.signal()
        mayGoOn.wait()
    }
}
