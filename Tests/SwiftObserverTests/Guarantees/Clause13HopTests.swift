import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause13HopsKeepTheOrder {

    @Test func `a queue handles the messages of several observables in the order of sending`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), cat = Dog(), numbers = Recorder<Int>()
        let a = Messenger<Int>(), b = Messenger<Int>(), variable = Var(0)
        dog.observe(a, on: queue) { numbers.record($0) }
        cat.observe(b, on: queue) { numbers.record($0) }
        dog.observe(variable, on: queue) { numbers.record($0.new) }
        queue.suspend()
        b.send(1)
        a.send(2)
        variable <- 3
        a.send(4)
        b.send(5)
        #expect(numbers.count == 0)

        queue.resume()
        queue.sync {}
        #expect(numbers.values == [1, 2, 3, 4, 5])
    }

    @Test func `a block that is enqueued after a send finds the message handled, on every thread`() {
        let queue = DispatchQueue(label: "queue"), unhandled = Recorder<Int>()
        onThreads(4) { thread in
            let dog = Dog(), messenger = Messenger<Int>(), latest = LockedBox(-1)
            dog.observe(messenger, on: queue) { message in latest.withLock { $0 = message } }
            for number in 0..<300 {
                messenger.send(number)
                queue.sync { if latest.withLock({ $0 }) != number { unhandled.record(number) } }
            }
        }
        #expect(unhandled.values == [])
    }

    @Test func `thousands of messages stay in order, and other blocks on the queue aren't kept waiting`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), messenger = Messenger<Int>()
        let handled = Recorder<Int>(), turns = Recorder<Int>(), end = 6000, done = Gate()
        dog.observe(messenger, on: queue) { number in
            handled.record(number)
            if number.isMultiple(of: 1500) { queue.async { turns.record(handled.count) } }
            if number < end { messenger.send(number + 1) } else { done.open() }
        }
        messenger.send(1)
        #expect(done.pass())
        queue.sync {}
        #expect(handled.values == Array(1...end))
        #expect(turns.count == 4)
        for (turn, enqueued) in zip(turns.values, [1500, 3000, 4500, 6000]) {
            #expect(turn >= enqueued)
            #expect(turn <= enqueued + 1500)
        }
    }

    @Test func `messages that pile up behind a busy queue stay in order`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), messenger = Messenger<Int>(), numbers = Recorder<Int>()
        dog.observe(messenger, on: queue) { numbers.record($0) }
        queue.suspend()
        for number in 0..<2500 { messenger.send(number) }
        queue.async { numbers.record(-1) }
        for number in 2500..<5500 { messenger.send(number) }
        queue.resume()
        queue.sync {}
        let values = numbers.values
        #expect(values.filter { $0 >= 0 } == Array(0..<5500))
        #expect(values.firstIndex(of: -1).map { $0 >= 2500 } == true)
    }

    @Test func `a concurrent queue handles one message at a time, in order`() {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent), dog = Dog()
        let a = Messenger<Int>(), b = Messenger<Int>(), numbers = Recorder<Int>(), meter = OverlapMeter()
        for messenger in [a, b] {
            dog.observe(messenger, on: queue) { number in meter.measure { numbers.record(number) } }
        }
        for number in 0..<5500 { (number.isMultiple(of: 3) ? a : b).send(number) }
        queue.sync(flags: .barrier) {}
        #expect(numbers.values == Array(0..<5500))
        #expect(meter.maximum == 1)
    }

    @Test func `to stop on the queue takes effect for what waits there`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), cat = Dog(), messenger = Messenger<Int>()
        let dogs = Recorder<Int>(), cats = Recorder<Int>()
        dog.observe(messenger, on: queue) { [unowned dog] number in
            dogs.record(number)
            if number == 3 {
                cat.stopObserving(messenger)
                dog.stopObserving(messenger)
            }
        }
        cat.observe(messenger, on: queue) { cats.record($0) }
        queue.suspend()
        for number in 1...5 { messenger.send(number) }
        queue.resume()
        queue.sync {}
        #expect(dogs.values == [1, 2, 3])
        #expect(cats.values == [1, 2])
    }

    @Test(arguments: [false, true])
    func `what each of many threads sends is handled in its order, and nothing at the same time`(concurrent: Bool) {
        let queue = DispatchQueue(label: "queue", attributes: concurrent ? .concurrent : [])
        let dog = Dog(), shared = Messenger<Sent>(), done = Gate()
        let handled = Recorder<Sent>(), meter = OverlapMeter(), end = 1000
        let handle: @Sendable (Sent) -> Void = { sent in
            meter.measure {
                handled.record(sent)
                if handled.count == 8 * end { done.open() }
            }
        }
        dog.observe(shared, on: queue, receive: handle)
        onThreads(4) { thread in
            let observer = Dog(), own = [Messenger<Sent>(), Messenger<Sent>()]
            for messenger in own { observer.observe(messenger, on: queue, receive: handle) }
            for number in 0..<end {
                own[number % 2].send(Sent(thread: thread, number: number))
                shared.send(Sent(thread: -1 - thread, number: number))
            }
            queue.sync(flags: .barrier) {}
        }
        #expect(done.pass())
        for thread in -4..<4 {
            #expect(handled.values.filter { $0.thread == thread }.map(\.number) == Array(0..<end))
        }
        #expect(meter.maximum == 1)
    }

    private struct Sent: Sendable { let thread: Int, number: Int }
}
