import SwiftObserver
import Testing

@Suite struct Clause06NeverWaits {

    @Test func `what handlers send is delivered breadth-first`() {
        let messenger = Messenger<Int>(), sender = Dog(), dog = Dog(), messages = Recorder<Int>()
        sender.observe(messenger) {
            if $0 == 1 {
                messenger.send(2)
                messenger.send(3)
            }
            if $0 == 2 { messenger.send(4) }
        }
        dog.observe(messenger) { messages.record($0) }
        messenger.send(1)
        #expect(messages.values == [1, 2, 3, 4])
    }

    @Test func `nested sends need no stack`() {
        let messenger = Messenger<Int>(), dog = Dog(), last = LockedBox(0)
        dog.observe(messenger) { message in
            last.withLock { $0 = message }
            if message < many { messenger.send(message + 1) }
        }
        messenger.send(1)
        #expect(last.withLock { $0 } == many)
    }

    @Test func `two observables that send to each other need no stack`() {
        let ping = Messenger<Int>(), pong = Messenger<Int>(), dog = Dog(), last = LockedBox(0)
        dog.observe(ping) { pong.send($0 + 1) }
        dog.observe(pong) { message in
            last.withLock { $0 = message }
            if message < many { ping.send(message + 1) }
        }
        ping.send(1)
        #expect(last.withLock { $0 } == many)
    }

    @Test func `a sender does not wait for a handler on another thread`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        let delivery = HeldDelivery(on: messenger)
        #expect(delivery.begin())
        for message in 1...100 { messenger.send(message) }
        #expect(messages.values == [0])
        #expect(delivery.end())
        #expect(messages.values == Array(0...100))
    }

    @Test func `two threads that deliver and send to each other's observable both go on`() {
        let left = Messenger<Int>(), right = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        let leftBegan = Gate(), rightBegan = Gate()
        dog.observe(left) {
            messages.record($0)
            guard $0 == 1 else { return }
            leftBegan.open()
            rightBegan.pass()
            right.send(20)
        }
        dog.observe(right) {
            messages.record($0)
            guard $0 == 2 else { return }
            rightBegan.open()
            leftBegan.pass()
            left.send(10)
        }
        onThreads(2) { thread in [left, right][thread].send(thread + 1) }
        #expect(messages.values.sorted() == [1, 2, 10, 20])
    }

    @Test func `threads that send around a circle of observables lose nothing`() {
        let circle = [Messenger<Int>(), Messenger<Int>()], dog = Dog(), finished = Gate(), count = LockedBox(0)
        for index in circle.indices {
            dog.observe(circle[index]) { message in
                if message > 0 { circle[1 - index].send(message - 1) }
                let isLast = count.withLock { count in
                    count += 1
                    return count == 2 * 1501
                }
                if isLast { finished.open() }
            }
        }
        onThreads(2) { circle[$0].send(1500) }
        #expect(finished.pass())
    }
}

#if DEBUG
    private let many = 100_000
#else
    private let many = 1_000_000
#endif
