import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause16NoGapBetweenValueAndUpdates {

    @Test func `whoever starts while a promise is being delivered gets the value after everyone before`() {
        let dog = Dog(), cat = Dog(), promise = Promise<Int>(), calls = Recorder<String>()
        dog.observe(promise) { _ in
            calls.record("first")
            cat.observe(promise) { calls.record("late \($0)") }
        }
        dog.observe(promise) { _ in calls.record("second") }
        promise.fulfill(1)
        #expect(calls.values == ["first", "second", "late 1"])
        #expect(!cat.isObserving(promise))
    }

    @Test func `waiting for a buffer gets the latest message or else the next`() {
        let messenger = Messenger<Int>(), buffer = messenger.buffer(), values = Recorder<Int>()
        buffer.whenFulfilled { values.record($0) }
        #expect(values.values == [])
        messenger.send(1)
        buffer.whenFulfilled { values.record($0 * 10) }
        messenger.send(2)
        #expect(values.values == [1, 10])
    }

    @Test func `threads that start to observe a promise meanwhile get its value exactly once`() {
        for round in 0..<150 {
            let promise = Promise<Int>(), values = Recorder<Int>()
            onThreads(4) { thread in
                if thread == 0 { promise.fulfill(round) } else { promise.whenFulfilled { values.record($0) } }
            }
            #expect(values.values == [round, round, round])
        }
    }

    @Test func `threads that wait for a buffer get one value exactly, whatever they race with`() {
        for _ in 0..<150 {
            let messenger = Messenger<Int>(), buffer = messenger.buffer(), values = [Recorder<Int>(), Recorder<Int>()]
            onThreads(3) { thread in
                if thread == 0 {
                    (1...3).forEach { messenger.send($0) }
                } else {
                    buffer.whenFulfilled { values[thread - 1].record($0) }
                }
            }
            #expect(values.map(\.count) == [1, 1])
        }
    }

    @Test func `waiting on a queue gets one value exactly`() {
        let queue = DispatchQueue(label: "queue"), messenger = Messenger<Int>(), buffer = messenger.buffer()
        let values = Recorder<Int>()
        queue.suspend()
        buffer.startingWithLatest().observed().on(queue).unwrap().once().receive { values.record($0) }
        messenger.send(1)
        buffer.startingWithLatest().observed().on(queue).unwrap().once().receive { values.record($0) }
        messenger.send(2)
        queue.resume()
        queue.sync {}
        #expect(values.values == [1, 1])
    }

    // MARK: - Observations that start with the latest message while threads write

    @Test func `variables leave no gap`() {
        let number = Var(0)
        check(number.startingWithLatest(), write: { number.value += 1 })
    }

    @Test func `variables that deliver on a queue leave no gap`() {
        let queue = DispatchQueue(label: "variable"), number = Var(0, on: queue)
        check(number.startingWithLatest(), deliveredOn: queue, write: { number.value += 1 })
    }

    @Test func `buffers leave no gap`() {
        let number = Var(0), buffer = number.buffer().unwrap(Update(0, 0))
        check(buffer.startingWithLatest(), startsWithUpdate: true, write: { number.value += 1 })
        withExtendedLifetime(buffer) {}
    }

    @Test func `what is sent through buffers and stand-ins themselves leaves no gap`() {
        let messenger = Messenger<Update<Int>>(), buffer = messenger.buffer(), number = Var(0)
        let weak = BufferedWeak(number), firsts = Recorder<[Int]>()
        onThreads(3) { thread in
            for round in 1...2000 {
                if thread == 0 {
                    buffer.send(Update(round, round))
                    weak.send(Update(round, round))
                } else {
                    let received = Recorder<Int>(), dog = Dog()
                    if thread == 1 {
                        dog.observe(buffer.startingWithLatest()) { received.record($0?.new ?? 0) }
                    } else {
                        dog.observe(weak.startingWithLatest()) { received.record($0.new) }
                    }
                    for _ in 0..<round % 40 { _ = received.count }
                    dog.stopObserving()
                    firsts.record(received.values)
                }
            }
        }
        #expect(firsts.values.filter { zip($0, $0.dropFirst()).contains { $0 + 1 != $1 } } == [])
        withExtendedLifetime((messenger, number)) {}
    }

    @Test func `buffered stand-ins leave no gap`() {
        let number = Var(0), weak = BufferedWeak(number)
        check(weak.startingWithLatest(), startsWithUpdate: true, write: { number.value += 1 })
        withExtendedLifetime((number, weak)) {}
    }

    @Test func `transforms leave no gap`() {
        let number = Var(0), map = number.map { $0 }
        check(map.startingWithLatest(), write: { number.value += 1 })
        withExtendedLifetime(map) {}
    }

    @Test func `chains of transforms leave no gap`() {
        let number = Var(0), map = number.new().map { $0 }.map { Update($0, $0) }.map { $0 }
        check(map.startingWithLatest(), isChain: false, write: { number.value += 1 })
        withExtendedLifetime(map) {}
    }

    @Test func `transforms of variables that deliver on a queue leave no gap`() {
        let queue = DispatchQueue(label: "variable"), number = Var(0, on: queue), map = number.map { $0 }
        check(map.startingWithLatest(), deliveredOn: queue, write: { number.value += 1 })
        withExtendedLifetime(map) {}
    }

    @Test func `whoever starts in a handler leaves no gap`() {
        let number = Var(0), map = number.map { $0 }, chains = Chains(), weakMap = WeakBox(map)
        observe(number) { _ in
            guard let map = weakMap.object, chains.count < 60 else { return }
            chains.start(number.startingWithLatest(), on: nil)
            chains.start(map.startingWithLatest(), on: nil)
        }
        onThreads(4) { _ in for _ in 0..<50 { number.value += 1 } }
        chains.check(upTo: 200)
        #expect(chains.count == 60)
        number.stopBeingObserved()
        withExtendedLifetime(map) {}
    }

    @Test func `an observable of your own misses nothing and never says older things last`() {
        for _ in 0..<30 {
            let counter = Counter(), dogs = (0..<3).map { _ in Dog() }, received = dogs.map { _ in Recorder<Int>() }
            let queue = DispatchQueue(label: "queue"), log = received[2]
            defer { withExtendedLifetime(dogs) {} }
            onThreads(4) { thread in
                switch thread {
                case 3: for _ in 0..<100 { counter.increment() }
                case 2: dogs[2].observe(counter.startingWithLatest(), on: queue) { log.record($0) }
                default: dogs[thread].observe(counter.startingWithLatest()) { received[thread].record($0) }
                }
            }
            queue.sync {}
            for values in received.map(\.values) { #expect(isComplete(values), "\(values)") }
        }
    }

    /// Whether all numbers up to 100 arrived in order, except for one that was pulled. The pulled
    /// number must be as new as any number before it.
    private func isComplete(_ values: [Int]) -> Bool {
        values.indices.contains { pulled in
            var others = values
            others.remove(at: pulled)
            let first = others.first ?? 101
            return values[...pulled].max() == values[pulled]
                && others == Array(first..<101) && first <= values[pulled] + 1
        }
    }

    @Test func `a combined observation starts with one call and ends with the latest of all`() {
        for _ in 0..<50 {
            let a = Var(0), b = Var(0), dogs = [Dog(), Dog()], log = Recorder<String>()
            let last = [LockedBox((0, 0)), LockedBox((0, 0))]
            defer { withExtendedLifetime(dogs) {} }
            onThreads(4) { thread in
                switch thread {
                case 0: for _ in 0..<20 { a.value += 1 }
                case 1: for _ in 0..<20 { b.value += 1 }
                default:
                    let calls = LockedBox(0), last = last[thread - 2]
                    dogs[thread - 2].observe(a.startingWithLatest(), b.startingWithLatest()) { a, b in
                        let isFirst = calls.withLock {
                            $0 += 1; return $0 == 1
                        }
                        if isFirst, a.old != a.new || b.old != b.new { log.record("\(a) \(b)") }
                        last.withLock { $0 = (a.new, b.new) }
                    }
                }
            }
            #expect(log.values == [])
            for last in last { #expect(last.withLock { $0 == (20, 20) }) }
        }
    }

    /// Starts observations in place and on queues while threads write, and checks their updates.
    private func check<O: BufferedObservable & Sendable>(
        _ latest: O, startsWithUpdate: Bool = false, isChain: Bool = true, deliveredOn delivery: DispatchQueue? = nil,
        write: @escaping @Sendable () -> Void
    ) where O.Message == Update<Int> {
        let chains = Chains()
        let queue = DispatchQueue(label: "queue"), concurrent = DispatchQueue(label: "c", attributes: .concurrent)
        let hops = delivery == nil ? [nil, nil, queue, nil, concurrent] : [nil]
        delivery?.suspend()
        onThreads(4) { thread in
            for round in 0..<1000 {
                if thread < 2 {
                    write()
                } else if round < 400 {
                    chains.start(latest, on: hops[round % hops.count])
                }
            }
        }
        delivery?.resume()
        let everyoneHasStarted = Gate()
        observeOnce(latest) { _ in everyoneHasStarted.open() }
        #expect(everyoneHasStarted.pass())
        queue.sync {}
        concurrent.sync(flags: .barrier) {}
        #expect(chains.count == 800)
        chains.check(upTo: 2000, startsWithUpdate: startsWithUpdate, isChain: isChain)
    }
}

/// The updates that many observations of a growing number received.
private final class Chains: Sendable {

    private let chains = LockedBox<[Chain]>([])
    var count: Int { chains.withLock { $0.count } }

    func start<O: Observable>(_ observable: O, on queue: DispatchQueue?) where O.Message == Update<Int> {
        let chain = Chain()
        chains.withLock { $0.append(chain) }
        if let queue {
            chain.observe(observable, on: queue) { [weak chain] in chain?.receive($0) }
        } else {
            chain.observe(observable) { [weak chain] in chain?.receive($0) }
        }
    }

    /// Expects chains that start with an update without a change, and continue in steps of one.
    /// With `startsWithUpdate`, they may start with any update.
    func check(upTo end: Int, startsWithUpdate: Bool = false, isChain: Bool = true) {
        let broken = chains.withLock { $0.map(\.updates.values) }.filter { updates in
            guard let first = updates.first, first.old == first.new || startsWithUpdate else { return true }
            return updates.map(\.new) != (0..<updates.count).map { first.new + $0 }
                || updates.count < Chain.length && updates.last?.new != end
                || isChain && zip(updates, updates.dropFirst()).contains { $0.new != $1.old }
        }
        #expect(broken == [])
    }

    /// Observes until it has enough updates, so that many chains can start while threads write.
    private final class Chain: Observer, Sendable {
        static let length = 8
        let receiver = Receiver()
        let updates = Recorder<Update<Int>>()
        func receive(_ update: Update<Int>) {
            updates.record(update)
            if updates.count == Self.length { stopObserving() }
        }
    }
}

/// A buffered observable of a client, whose changes and messages don't happen atomically.
private final class Counter: BufferedObservable, Sendable {
    private let value = LockedBox(0)
    let messenger = Messenger<Int>()
    var latestMessage: Int { value.withLock { $0 } }
    func increment() {
        let new = value.withLock {
            $0 += 1
            return $0
        }
        messenger.send(new)
    }
}
