import Dispatch
import SwiftObserver
import Testing

/// Stopping observations and waiting until no handler runs.
@Suite struct Clause21StopAndWait {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "kennel")

    @Test func `messages that wait on a stuck queue aren't waited for`() {
        dog.observe(sky, on: queue) { _ in Issue.record("An observation that ended got a message.") }
        queue.suspend()
        sky.send(1)
        #expect(dog.stopObservingAndWait(sky))
        queue.resume()
        queue.sync {}
    }

    @Test(arguments: [true, false])
    func `a handler that has ended its own observation is waited for`(_ isHopped: Bool) async {
        let slow = SlowHandler(), sky = sky, dog = dog, results = Recorder<Bool>()
        let handle: @Sendable (Int) -> Void = {
            dog.stopObserving(sky)
            slow.receive($0)
        }
        if isHopped { dog.observe(sky, on: queue, receive: handle) } else { dog.observe(sky, receive: handle) }
        DispatchQueue(label: "sender").async { sky.send(1) }
        #expect(slow.begins())
        #expect(await !dog.stopObservingAndWait(sky, within: .expiring))
        #expect(await !dog.stopObservingAndWait(within: .expiring))
        #expect(await !sky.stopBeingObservedAndWait(by: dog, within: .expiring))
        #expect(await !sky.stopBeingObservedAndWait(within: .expiring))
        #expect(await !sky.drain(within: .expiring).isEmpty || !isHopped)
        let wait: [@Sendable () -> Bool] = [
            { dog.stopObservingAndWait(sky) }, { dog.stopObservingAndWait() },
            { sky.stopBeingObservedAndWait(by: dog) }, { sky.stopBeingObservedAndWait() },
            { sky.drain(within: .hangLimit).isEmpty },
        ]
        for wait in wait { DispatchQueue(label: "waiter").async { results.record(wait()) } }
        for _ in 1...100 { await Task.yield() }
        #expect(results.count == 0)
        slow.end()
        await eventually { results.count == wait.count }
        #expect(!results.values.contains(false))
        #expect(await dog.stopObservingAndWait())
    }

    @Test func `others on the same queue aren't waited for`() async {
        let slow = SlowHandler(), sky = sky, cat = Dog()
        cat.observe(sky, on: queue, receive: slow.receive)
        sky.send(1)
        #expect(slow.begins())
        dog.observe(sky, on: queue) { _ in }
        #expect(await dog.stopObservingAndWait(sky))
        #expect(await dog.stopObservingAndWait())
        slow.end()
        queue.sync {}
    }

    @Test func `an actor is waited for, also when it is dead`() async {
        let slow = SlowHandler(), sky = sky, dog = dog
        do {
            let kennel = Kennel()
            dog.observe(sky, on: kennel) { _, number in slow.receive(number) }
            sky.send(1)
            #expect(slow.begins())
        }
        #expect(await !dog.stopObservingAndWait(within: .expiring))
        #expect(await sky.drain(within: .expiring).isEmpty == false)
        slow.end()
        #expect(await dog.stopObservingAndWait())
        #expect(await sky.drain(within: .hangLimit).isEmpty)
    }

    @Test(arguments: 2...5)
    func `threads that stop each other in a circle don't wait forever`(_ count: Int) {
        let messengers = (0..<count).map { _ in Messenger<Int>() }, dog = dog, results = Recorder<Bool>()
        let running = LockedBox(0), all = Gate()
        for index in messengers.indices {
            let next = messengers[(index + 1) % count]
            dog.observe(messengers[index]) { _ in
                let isLast = running.withLock { running in
                    running += 1
                    return running == count
                }
                if isLast { all.open() }
                all.pass()
                results.record(dog.stopObservingAndWait(next))
            }
        }
        onThreads(count) { messengers[$0].send(1) }
        #expect(results.values.filter { !$0 }.count == 1)
        #expect(results.count == count)
    }

    @Test func `a combined observation is waited for as one`() async {
        for isHopped in [true, false] {
            let left = Var(1), right = Var(1), slow = SlowHandler(), dog = Dog(), results = Recorder<Bool>()
            let handle: @Sendable (Update<Int>, Update<Int>) -> Void = { left, _ in slow.receive(left.new) }
            if isHopped {
                dog.observe(left, right, on: queue, receive: handle)
            } else {
                dog.observe(left, right, receive: handle)
            }
            DispatchQueue(label: "sender").async { left <- 2 }
            #expect(slow.begins())
            #expect(await !dog.stopObservingAndWait(right, within: .expiring))
            #expect(await !dog.stopObservingAndWait(within: .expiring))
            DispatchQueue(label: "waiter").async { results.record(dog.stopObservingAndWait()) }
            slow.end()
            await eventually { results.count > 0 }
            #expect(results.values == [true])
        }
    }

    /// The thread that called the handler in place has returned. From then on, a queue calls it.
    @Test func `the handler of a combined observation is waited for after a hand-over, too`() async {
        let left = Var(0), right = Var(0), slow = SlowHandler(), dog = Dog(), last = 1500, results = Recorder<Bool>()
        let begun = Gate(), mayGoOn = Gate(), returned = Gate()
        dog.observe(left, right) { _, right in
            if right.new == 0 {
                begun.open()
                mayGoOn.pass()
            }
            guard right.new == last else { return }
            dog.stopObserving(left)
            slow.receive(last)
        }
        DispatchQueue(label: "sender").async {
            left <- 1
            returned.open()
        }
        #expect(begun.pass())
        for number in 1...last { right <- number }
        mayGoOn.open()
        #expect(returned.pass() && slow.begins())
        #expect(await !dog.stopObservingAndWait(left, within: .expiring))
        #expect(await !dog.stopObservingAndWait(right, within: .expiring))
        #expect(await !dog.stopObservingAndWait(within: .expiring))
        #expect(await !left.stopBeingObservedAndWait(by: dog, within: .expiring))
        #expect(await !right.stopBeingObservedAndWait(within: .expiring))
        DispatchQueue(label: "waiter").async { results.record(dog.stopObservingAndWait(left)) }
        slow.end()
        await eventually { results.count > 0 }
        #expect(results.values == [true])
    }

    @Test func `who is cancelled gives up, and leaves nothing behind`() async {
        let slow = SlowHandler(), sky = sky, dog = dog
        dog.observe(sky, on: queue, receive: slow.receive)
        sky.send(1)
        sky.send(2)
        #expect(slow.begins())
        let drain = Task { await sky.drain(within: .seconds(Int64.max)) }
        drain.cancel()
        #expect(await drain.value.map(\.waiting) == [1])
        let stop = Task { await dog.stopObservingAndWait() }
        stop.cancel()
        #expect(await stop.value == false)
        #expect(!dog.isObserving(sky))
        slow.end()
        queue.sync {}
    }
}

/// An actor in whose handlers tests may block.
private actor Kennel {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
