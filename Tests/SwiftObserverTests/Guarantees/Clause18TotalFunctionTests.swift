import SwiftObserver
import Testing

@Suite struct Clause18TotalFunctions {

    @Test func `to stop what was never started is fine`() {
        let dog = Dog(), cat = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        cat.observe(messenger) { messages.record($0) }
        dog.stopObserving(messenger)
        dog.stopObserving()
        messenger.stopBeingObserved(by: dog)
        Messenger<Int>().stopBeingObserved()
        messenger.send(1)
        #expect(messages.values == [1])

        for _ in 0..<2 {
            cat.stopObserving(messenger)
            messenger.stopBeingObserved(by: cat)
            messenger.stopBeingObserved()
            cat.stopObserving()
        }
        messenger.send(2)
        #expect(messages.values == [1])
    }

    @Test func `to observe twice means two observations, which end together`() {
        let dog = Dog(), messenger = Messenger<Int>(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        dog.observe(messenger) { messages.record($0 * 10) }
        messenger.send(1)
        dog.stopObserving(messenger)
        messenger.send(2)
        #expect(messages.values == [1, 10])
        #expect(!dog.isObserving(messenger))
    }

    @Test func `to replace an origin with itself changes nothing`() {
        let dog = Dog(), messenger = Messenger<Int>(), doubled = messenger.map { $0 * 2 }, messages = Recorder<Int>()
        dog.observe(doubled) { messages.record($0) }
        doubled.origin = messenger
        doubled.origin = doubled.origin
        messenger.send(1)
        #expect(messages.values == [2])
        #expect(doubled.origin === messenger)
    }

    @Test func `to send to nobody is fine`() {
        Messenger<Int>().send(1)
        Promise<Int>().fulfill(1)
        Var(1).send()
        Var(1) <- 2
        Messenger<Int>().buffer().send()
        Weak(Messenger<Int>()).send(1)
    }

    @Test func `threads may call anything on anything at any time`() {
        let messenger = Messenger<Int>(), doubled = messenger.map { $0 * 2 }, dogs = [Dog(), Dog()]
        onThreads(4) { thread in
            let dog = dogs[thread % 2]
            for round in 0..<150 {
                dog.observe(doubled) { _ in dog.stopObserving(doubled) }
                messenger.send(round)
                doubled.origin = messenger
                messenger.stopBeingObserved(by: dog)
                _ = dog.isObserving(doubled)
                dogs[round % 2].stopObserving()
            }
        }
        let messages = Recorder<Int>()
        doubled.stopBeingObserved()
        doubled.origin = messenger
        dogs[0].observe(doubled) { messages.record($0) }
        messenger.send(1)
        #expect(messages.values == [2])
        withExtendedLifetime(dogs) {}
    }
}
