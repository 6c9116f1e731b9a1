import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct PrefixWhileTests {

    @Test func `messages come until one doesn't fulfill the condition, in both forms`() {
        let messenger = Messenger<Int>(), dog = Dog(), objects = Recorder<Int>(), chained = Recorder<Int>()
        let small = messenger.prefix { $0 < 3 }
        dog.observe(small) { objects.record($0) }
        let handle = dog.observe(messenger).prefix { $0 < 3 }.receive { chained.record($0) }
        for number in [1, 2, 3, 1] { messenger.send(number) }
        #expect(objects.values == [1, 2])
        #expect(chained.values == [1, 2])
        #expect(!handle.isActive)
        #expect(messenger.inspect().observations.isEmpty)
        #expect(dog.isObserving(small))
        dog.stopObserving()
    }

    @Test func `another origin begins anew`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>(), small = messenger.prefix { $0 < 3 }
        dog.observe(small) { numbers.record($0) }
        messenger.send(3)
        messenger.send(1)
        small.origin = messenger
        messenger.send(2)
        #expect(numbers.values == [2])
        dog.stopObserving()
    }

    @Test func `what waits for its time is handled before the end`() {
        let messenger = Messenger<Int>(), clock = ManualClock(), dog = Dog(), numbers = Recorder<Int>()
        let handle = dog.observe(messenger).prefix { $0 < 3 }.delay(by: .seconds(1), clock: clock).receive {
            numbers.record($0)
        }
        for number in [1, 2, 3, 1] { messenger.send(number) }
        #expect(numbers.values == [1, 2])
        #expect(!handle.isActive)
    }

    @Test func `of many threads, none gets a message through after the last`() {
        for _ in 1...50 {
            let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
            let small = messenger.prefix { $0 >= 0 }
            dog.observe(small) { numbers.record($0) }
            onThreads(3) { thread in
                for number in 1...20 { messenger.send(thread == 0 && number == 10 ? -1 : number) }
            }
            #expect(messenger.drain(within: .hangLimit).isEmpty)
            #expect(!numbers.values.contains(-1))
            #expect(messenger.inspect().observations.isEmpty)
            dog.stopObserving()
        }
    }
}

@Suite struct FirstWhereTests {

    @Test func `the first message that fulfills the condition comes alone, in both forms`() {
        let messenger = Messenger<Int>(), dog = Dog(), objects = Recorder<Int>(), chained = Recorder<Int>()
        let large = messenger.first { $0 > 2 }
        dog.observe(large) { objects.record($0) }
        let handle = dog.observe(messenger).first { $0 > 2 }.receive { chained.record($0) }
        for number in [1, 3, 4] { messenger.send(number) }
        #expect(objects.values == [3])
        #expect(chained.values == [3])
        #expect(!handle.isActive)
        #expect(messenger.inspect().observations.isEmpty)
        large.origin = messenger
        for number in [1, 5, 6] { messenger.send(number) }
        #expect(objects.values == [3, 5])
        dog.stopObserving()
    }
}

@Suite struct FirstWhereInTimeTests {

    @Test func `what waits for its time is handled before the end`() {
        let messenger = Messenger<Int>(), clock = ManualClock(), dog = Dog(), numbers = Recorder<Int>()
        let handle = dog.observe(messenger).first { $0 > 2 }.delay(by: .seconds(1), clock: clock).receive {
            numbers.record($0)
        }
        for number in [1, 3, 4] { messenger.send(number) }
        #expect(numbers.values == [3])
        #expect(!handle.isActive)
    }
}

@Suite struct PrefixUntilTests {

    @Test func `messages come until the other observable sends`() {
        let messenger = Messenger<Int>(), stop = Messenger<String>(), dog = Dog(), numbers = Recorder<Int>()
        let first = messenger.prefix(untilOutputFrom: stop)
        dog.observe(first) { numbers.record($0) }
        messenger.send(1)
        stop.send("stop")
        messenger.send(2)
        #expect(numbers.values == [1])
        #expect(messenger.inspect().observations.isEmpty && stop.inspect().observations.isEmpty)
        #expect(dog.isObserving(first))
        dog.stopObserving()
    }

    @Test func `nothing comes if the other one starts with its latest message`() {
        let messenger = Messenger<Int>(), stop = Var(1), dog = Dog(), numbers = Recorder<Int>()
        let first = messenger.prefix(untilOutputFrom: stop.startingWithLatest())
        dog.observe(first) { numbers.record($0) }
        messenger.send(1)
        #expect(numbers.values == [])
        #expect(messenger.inspect().observations.isEmpty && stop.inspect().observations.isEmpty)
        dog.stopObserving()
    }

    @Test func `it goes on if the other one is closed, and begins anew with another origin`() {
        let messenger = Messenger<Int>(), stop = Messenger<Void>(), dog = Dog(), numbers = Recorder<Int>()
        let first = messenger.prefix(untilOutputFrom: stop)
        dog.observe(first) { numbers.record($0) }
        stop.send()
        messenger.send(1)
        first.origin = messenger
        messenger.send(2)
        _ = stop.close(within: .hangLimit)
        #expect(stop.inspect().observations.isEmpty)
        messenger.send(3)
        #expect(numbers.values == [2, 3])
        dog.stopObserving()
    }

    @Test func `it holds the other one, and lets go of both when it dies`() {
        let isDead = LockedBox(false), messenger = Messenger<Int>(), kept = Messenger<Int>()
        var first: Transform<Messenger<Int>, Int>? = messenger.prefix(
            untilOutputFrom: MortalMessenger { isDead.withLock { $0 = true } })
        #expect(!isDead.withLock { $0 })
        first = nil
        #expect(isDead.withLock { $0 })
        first = messenger.prefix(untilOutputFrom: kept)
        first = nil
        #expect(messenger.inspect().observations.isEmpty && kept.inspect().observations.isEmpty)
        _ = first
    }

    @Test func `when the origin is closed, nobody observes the other one`() {
        let messenger = Messenger<Int>(), stop = Messenger<Int>(), first = messenger.prefix(untilOutputFrom: stop)
        #expect(stop.inspect().observations.count == 1)
        _ = messenger.close(within: .hangLimit)
        #expect(stop.inspect().observations.isEmpty)
        withExtendedLifetime(first) {}
    }

    @Test func `what a thread sends after the other one doesn't come`() {
        for _ in 1...100 {
            let messenger = Messenger<Int>(), stop = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
            let first = messenger.prefix(untilOutputFrom: stop)
            dog.observe(first) { numbers.record($0) }
            onThreads(2) { thread in
                if thread == 0 {
                    for number in 1...20 { messenger.send(number) }
                } else {
                    stop.send(0)
                    messenger.send(-1)
                }
            }
            #expect(messenger.drain(within: .hangLimit).isEmpty)
            #expect(numbers.values == Array(1...20).prefix(numbers.count).map { $0 })
            dog.stopObserving()
        }
    }
}
