import SwiftObserver
import Testing

@Suite struct Clause05AtOnceWhenFree {

    @Test func `all handlers have been called when send returns`() {
        let messenger = Messenger<Int>(), dogs = [Dog(), Dog()], log = Recorder<String>()
        for (index, dog) in dogs.enumerated() { dog.observe(messenger) { log.record("\(index) got \($0)") } }
        for message in 1...2 {
            messenger.send(message)
            log.record("sent \(message)")
        }
        #expect(log.values == ["0 got 1", "1 got 1", "sent 1", "0 got 2", "1 got 2", "sent 2"])
        withExtendedLifetime(dogs) {}
    }

    @Test func `a handler that sends through another free observable has it delivered at once`() {
        let outer = Messenger<Int>(), inner = Messenger<Int>(), dog = Dog(), log = Recorder<String>()
        dog.observe(inner) { log.record("inner \($0)") }
        dog.observe(outer) {
            inner.send($0)
            log.record("outer \($0)")
        }
        outer.send(1)
        #expect(log.values == ["inner 1", "outer 1"])
    }

    @Test func `what handlers sent has been delivered when the first send returns`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        dog.observe(messenger) {
            messages.record($0)
            if $0 < 5000 { messenger.send($0 + 1) }
        }
        messenger.send(1)
        #expect(messages.values == Array(1...5000))
    }

    @Test func `an observable is free again when another thread has returned from its send`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        let delivery = HeldDelivery(on: messenger)
        #expect(delivery.begin())
        messenger.send(1)
        #expect(messages.values == [0])
        #expect(delivery.end())
        #expect(messages.values == [0, 1])
        messenger.send(2)
        #expect(messages.values == [0, 1, 2])
    }

    @Test func `threads that send through observables of their own have everything delivered at once`() {
        let dog = Dog(), late = Recorder<Int>()
        onThreads(4) { _ in
            let messenger = Messenger<Int>(), messages = Recorder<Int>()
            for message in 1...500 {
                dog.observe(messenger) { messages.record($0) }
                messenger.send(message)
                if messages.values.last != message { late.record(message) }
                dog.stopObserving(messenger)
            }
            if messages.count != 500 { late.record(messages.count) }
        }
        #expect(late.values == [])
    }
}
