import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct RemoveDuplicatesTests {

    @Test func `each message that equals the one before it is suppressed, in both forms`() {
        let messenger = Messenger<Int>(), dog = Dog(), objects = Recorder<Int>(), chained = Recorder<Int>()
        let changes = messenger.removeDuplicates()
        dog.observe(changes) { objects.record($0) }
        dog.observe(messenger).removeDuplicates().receive { chained.record($0) }
        for number in [1, 1, 2, 2, 2, 1] { messenger.send(number) }
        #expect(objects.values == [1, 2, 1])
        #expect(chained.values == [1, 2, 1])
        withExtendedLifetime((dog, changes)) {}
    }

    @Test func `a closure says what is equal`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        dog.observe(messenger).removeDuplicates { $0 / 10 == $1 / 10 }.receive { numbers.record($0) }
        let tens = messenger.removeDuplicates { $0 / 10 == $1 / 10 }
        dog.observe(tens) { numbers.record(-$0) }
        for number in [1, 2, 11, 12, 3] { messenger.send(number) }
        #expect(numbers.values.filter { $0 > 0 } == [1, 11, 3])
        #expect(numbers.values.filter { $0 < 0 } == [-1, -11, -3])
        withExtendedLifetime((dog, tens)) {}
    }

    @Test func `one chain that is started twice compares apart`() {
        let messenger = Messenger<Int>(), dog = Dog(), early = Recorder<Int>(), late = Recorder<Int>()
        let chain = dog.observe(messenger).removeDuplicates()
        chain.receive { early.record($0) }
        messenger.send(1)
        chain.receive { late.record($0) }
        messenger.send(1)
        #expect(early.values == [1])
        #expect(late.values == [1])
        dog.stopObserving()
    }

    @Test func `of a buffered observable, it's buffered, and starts without a gap`() {
        let variable = Var(1), dog = Dog(), numbers = Recorder<Int>()
        let changes = variable.new().removeDuplicates()
        #expect(changes.latestMessage == 1)
        variable <- 2
        dog.observe(changes.startingWithLatest()) { numbers.record($0) }
        variable.send()
        variable <- 3
        #expect(numbers.values == [2, 3])
        #expect(changes.latestMessage == 3)
        dog.stopObserving()
    }

    @Test func `a start under fire misses nothing and repeats nothing`() {
        let variable = Var(0), changes = variable.new().removeDuplicates(), end = 3000
        let recorders = (0..<20).map { _ in Recorder<Int>() }, dog = Dog()
        onThreads(2) { thread in
            if thread == 0 {
                for number in 1...end { variable <- number }
            } else {
                for recorder in recorders { dog.observe(changes.startingWithLatest()) { recorder.record($0) } }
            }
        }
        #expect(variable.drain(within: .hangLimit).isEmpty)
        for recorder in recorders {
            let values = recorder.values
            #expect(!values.isEmpty)
            if let first = values.first { #expect(values == Array(first...end)) }
        }
        dog.stopObserving()
    }

    @Test func `when the origin is replaced, the first message gets through`() {
        let one = Messenger<Int>(), other = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let changes = one.removeDuplicates()
        dog.observe(changes) { numbers.record($0) }
        one.send(1)
        changes.origin = other
        other.send(1)
        other.send(1)
        #expect(numbers.values == [1, 1])
        dog.stopObserving()
    }

    @Test func `what it compares with dies with the observation`() {
        let isDead = LockedBox(false), messenger = Messenger<Mortal>(), dog = Dog()
        let observation = dog.observe(messenger).removeDuplicates { $0 === $1 }.receive { $0.touch() }
        messenger.send(Mortal { isDead.withLock { $0 = true } })
        #expect(!isDead.withLock { $0 })
        observation.stopObserving()
        #expect(isDead.withLock { $0 })
    }
}

@Suite struct ScanTests {

    @Test func `each message makes a result out of the one before, in both forms`() {
        let messenger = Messenger<Int>(), dog = Dog(), objects = Recorder<Int>(), chained = Recorder<Int>()
        let sum = messenger.scan(10) { $0 + $1 }
        #expect(sum.latestMessage == 10)
        dog.observe(sum) { objects.record($0) }
        dog.observe(messenger).scan(10) { $0 + $1 }.receive { chained.record($0) }
        for number in 1...3 { messenger.send(number) }
        #expect(objects.values == [11, 13, 16])
        #expect(chained.values == [11, 13, 16])
        #expect(sum.latestMessage == 16)
        dog.stopObserving()
    }

    @Test func `a late observer can start with the latest result`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let sum = messenger.scan(0) { $0 + $1 }
        messenger.send(1)
        messenger.send(2)
        dog.observe(sum.startingWithLatest()) { numbers.record($0) }
        messenger.send(3)
        #expect(numbers.values == [3, 6])
        dog.stopObserving()
    }

    @Test func `many senders lose nothing, and all who start meanwhile see a chain`() {
        let messenger = Messenger<Int>(), dog = Dog(), all = Recorder<Int>(), end = 2000
        let count = messenger.scan(0) { count, _ in count + 1 }, lateOnes = (0..<10).map { _ in Recorder<Int>() }
        dog.observe(count) { all.record($0) }
        onThreads(4) { thread in
            for number in 0..<end { messenger.send(number) }
            if thread == 0 {
                for late in lateOnes { dog.observe(count.startingWithLatest()) { late.record($0) } }
            }
        }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        #expect(all.values == Array(1...4 * end))
        for late in lateOnes {
            #expect(late.values == Array((late.values.first ?? 0)...4 * end))
        }
        dog.stopObserving()
    }

    @Test func `what is sent through it becomes the latest, and isn't accumulated`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let sum = messenger.scan(0) { $0 + $1 }
        dog.observe(sum) { numbers.record($0) }
        messenger.send(1)
        sum.send(100)
        #expect(sum.latestMessage == 100)
        messenger.send(1)
        #expect(numbers.values == [1, 100, 2])
        dog.stopObserving()
    }

    @Test func `it works on a place, with a limit, and with authors`() {
        let place = ManualPlace(), messenger = Messenger<Int>(), dog = Dog(), author = Dog(), numbers = Recorder<Int>()
        dog.observe(messenger).on(place).scan(0) { $0 + $1 }.withAuthor().receive { number, sender in
            if sender === author { numbers.record(number) }
        }
        for number in 1...3 { messenger.send(number, from: author) }
        #expect(numbers.values == [])
        place.runAll()
        #expect(numbers.values == [1, 3, 6])
        dog.stopObserving()
    }
}

@Suite struct PrefixTests {

    @Test func `in a chain, the observation ends with the last message, before that is handled`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>(), isObserving = Recorder<Bool>()
        dog.observe(messenger).prefix(2).receive { number in
            numbers.record(number)
            isObserving.record(dog.isObserving(messenger))
            messenger.send(number + 10)
        }
        messenger.send(1)
        #expect(numbers.values == [1, 11])
        #expect(isObserving.values == [true, false])
        #expect(!dog.isObserving(messenger))
    }

    @Test func `as an object, it stops observing, and begins anew with another origin`() {
        let one = Messenger<Int>(), other = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let first = one.prefix(2)
        dog.observe(first) { numbers.record($0) }
        for number in 1...3 { one.send(number) }
        #expect(one.inspect().observations.isEmpty)
        first.origin = other
        for number in 4...6 { other.send(number) }
        #expect(numbers.values == [1, 2, 4, 5])
        dog.stopObserving()
    }

    @Test func `on a place, no more come, whatever waits there`() {
        let place = ManualPlace(), messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        dog.observe(messenger).on(place).prefix(2).map { $0 * 10 }.prefix(5).receive { numbers.record($0) }
        for number in 1...5 { messenger.send(number) }
        place.runAll()
        #expect(numbers.values == [10, 20])
        #expect(!dog.isObserving(messenger))
    }

    @Test func `under fire, exactly so many come, in order`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        dog.observe(messenger).prefix(100).receive { numbers.record($0) }
        onThreads(4) { thread in for number in 0..<100 { messenger.send(thread * 100 + number) } }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        #expect(numbers.count == 100)
        for thread in 0..<4 {
            let own = numbers.values.filter { $0 / 100 == thread }
            #expect(own == Array(own.indices).map { thread * 100 + $0 })
        }
        dog.stopObserving()
    }

    @Test func `one that has ended can be stopped, and its observer can go on`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let observation = dog.observe(messenger).prefix(1).receive { numbers.record($0) }
        dog.observe(messenger) { numbers.record(-$0) }
        messenger.send(1)
        observation.stopObserving()
        messenger.send(2)
        #expect(numbers.values == [1, -1, -2])
        dog.stopObserving()
    }
}

@Suite struct DropFirstTests {

    @Test func `the first messages are suppressed, in both forms`() {
        let messenger = Messenger<Int>(), dog = Dog(), objects = Recorder<Int>(), chained = Recorder<Int>()
        let rest = messenger.dropFirst(2), all = messenger.dropFirst(0)
        dog.observe(rest) { objects.record($0) }
        dog.observe(all) { objects.record(-$0) }
        dog.observe(messenger).dropFirst().receive { chained.record($0) }
        for number in 1...4 { messenger.send(number) }
        #expect(objects.values.filter { $0 > 0 } == [3, 4])
        #expect(objects.values.filter { $0 < 0 } == [-1, -2, -3, -4])
        #expect(chained.values == [2, 3, 4])
        withExtendedLifetime((dog, rest, all)) {}
    }

    @Test func `with another origin, it begins anew`() {
        let one = Messenger<Int>(), other = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let rest = one.dropFirst()
        dog.observe(rest) { numbers.record($0) }
        one.send(1)
        one.send(2)
        rest.origin = other
        other.send(3)
        other.send(4)
        #expect(numbers.values == [2, 4])
        dog.stopObserving()
    }
}
