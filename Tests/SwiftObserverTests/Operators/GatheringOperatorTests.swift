import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct ZipTests {

    @Test func `the first messages come together, then the second ones`() {
        let a = Messenger<Int>(), b = Messenger<String>(), c = Var(true), dog = Dog(), tuples = Recorder<String>()
        let authors = Recorder<ObjectIdentifier>()
        let all = zip(a, b, c.new())
        dog.observe(all) { tuple, author in
            tuples.record("\(tuple.0)\(tuple.1)\(tuple.2)")
            authors.record(ObjectIdentifier(author))
        }
        a.send(1)
        a.send(2)
        c <- false
        b.send("a", from: dog)
        c <- true
        #expect(tuples.values == ["1afalse"])
        b.send("b")
        #expect(tuples.values == ["1afalse", "2btrue"])
        #expect(authors.values == [ObjectIdentifier(dog), ObjectIdentifier(b)])
        dog.stopObserving()
    }

    @Test func `with many threads, the nth messages come together, and all agree on one order`() {
        let a = Messenger<Int>(), b = Messenger<Int>(), dog = Dog(), cat = Dog(), end = 3000
        let both = zip(a, b), recorders = [Recorder<[Int]>(), Recorder<[Int]>()]
        for (observer, recorder) in zip([dog, cat], recorders) {
            observer.observe(both) { recorder.record([$0.0, $0.1]) }
        }
        onThreads(2) { thread in
            for number in 1...end { if thread == 0 { a.send(number) } else { b.send(-number) } }
        }
        #expect(drain([a, b], within: .hangLimit).isEmpty)
        #expect(recorders[0].values == (1...end).map { [$0, -$0] })
        #expect(recorders[1].values == recorders[0].values)
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test func `it holds its origins, and lets go of them and of what waits when it dies`() {
        let isDead = LockedBox(false), dead = LockedBox(0), kept = Messenger<Mortal>()
        var both: Messenger<(Mortal, Int)>? = zip(kept, MortalMessenger { isDead.withLock { $0 = true } })
        kept.send(Mortal { dead.withLock { $0 += 1 } })
        #expect(!isDead.withLock { $0 } && dead.withLock { $0 } == 0)
        both = nil
        #expect(isDead.withLock { $0 } && dead.withLock { $0 } == 1)
        #expect(kept.inspect().observations.isEmpty)
        _ = both
    }

    @Test func `a drain of an origin waits for what was zipped`() {
        let a = Messenger<Int>(), b = Messenger<Int>(), place = ManualPlace(), dog = Dog(), both = zip(a, b)
        dog.observe(both, on: place) { _ in }
        a.send(1)
        #expect(a.drain(within: .zero).isEmpty)
        b.send(1)
        #expect(a.drain(within: .zero).count == 1)
        place.runAll()
        #expect(b.drain(within: .zero).isEmpty)
        dog.stopObserving()
    }

    @Test func `when it's closed, it keeps nothing, and observes nobody`() {
        let dead = LockedBox(0), a = Messenger<Mortal>(), b = Messenger<Int>(), both = zip(a, b)
        _ = both.close(within: .hangLimit)
        a.send(Mortal { dead.withLock { $0 += 1 } })
        #expect(dead.withLock { $0 } == 1)
        #expect(a.inspect().observations.isEmpty && b.inspect().observations.isEmpty)
    }

    @Test func `an observable class can call that of the standard library`() {
        let sky = ZippingSky()
        #expect(sky.pairs() == ["1a", "2b"])
    }
}

@Suite struct CombineMessengersTests {

    @Test func `messengers are combined as soon as all have sent`() {
        let x = Messenger<Int>(), y = Messenger<String>(), z = Var(true), dog = Dog(), tuples = Recorder<String>()
        let all = x.combineLatest(y, z.new())
        dog.observe(all).receive { x, y, z in tuples.record("\(x)\(y)\(z)") }
        x.send(1)
        x.send(2)
        #expect(tuples.values == [])
        y.send("a")
        z <- false
        x.send(3)
        #expect(tuples.values == ["2atrue", "2afalse", "3afalse"])
        dog.stopObserving()
    }

    @Test func `variables are combined as before, and have a latest message`() {
        let x = Var(1), y = Var(2), both = x.combineLatest(y)
        #expect(both.latestMessage.0.new == 1 && both.latestMessage.1.new == 2)
    }

    @Test func `messages of optionals count also if they're nil`() {
        let x = Messenger<Int?>(), y = Messenger<Int>(), dog = Dog(), tuples = Recorder<String>()
        let both = x.combineLatest(y)
        dog.observe(both).receive { x, y in tuples.record("\(String(describing: x)) \(y)") }
        x.send(nil)
        y.send(1)
        #expect(tuples.values == ["nil 1"])
        dog.stopObserving()
    }

    @Test func `with many threads, no side goes back, and all agree on one order`() {
        let x = Messenger<Int>(), y = Messenger<Int>(), dog = Dog(), cat = Dog(), end = 3000
        let both = x.combineLatest(y), recorders = [Recorder<[Int]>(), Recorder<[Int]>()]
        for (observer, recorder) in zip([dog, cat], recorders) {
            observer.observe(both) { recorder.record([$0.0, $0.1]) }
        }
        onThreads(2) { thread in for number in 1...end { (thread == 0 ? x : y).send(number) } }
        #expect(drain([x, y], within: .hangLimit).isEmpty)
        let values = recorders[0].values, sums = values.map { $0[0] + $0[1] }
        #expect(values == recorders[1].values)
        #expect(values.last == [end, end])
        if let first = sums.first { #expect(sums == Array(first...2 * end)) }
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test func `what is displaced is let go of`() {
        let dead = LockedBox(0), x = Messenger<Mortal>(), y = Messenger<Int>(), both = x.combineLatest(y)
        for _ in 1...3 { x.send(Mortal { dead.withLock { $0 += 1 } }) }
        #expect(dead.withLock { $0 } == 2)
        withExtendedLifetime(both) {}
    }
}

@Suite struct WithLatestFromTests {

    @Test func `each message comes with the latest one of a buffered observable`() {
        let orders = Messenger<String>(), price = Var(1), dog = Dog(), tuples = Recorder<String>()
        let both = orders.withLatestFrom(price.new())
        dog.observe(both).receive { order, price in tuples.record("\(order)\(price)") }
        orders.send("a")
        price <- 2
        price <- 3
        orders.send("b")
        #expect(tuples.values == ["a1", "b3"])
        dog.stopObserving()
    }

    @Test func `of a messenger, nothing comes until it has sent`() {
        let orders = Messenger<String>(), price = Messenger<Int?>(), dog = Dog(), tuples = Recorder<String>()
        let both = orders.withLatestFrom(price)
        dog.observe(both).receive { order, price in tuples.record("\(order)\(price ?? 0)") }
        orders.send("a")
        price.send(nil)
        orders.send("b")
        price.send(2)
        orders.send("c")
        #expect(tuples.values == ["b0", "c2"])
        dog.stopObserving()
    }

    @Test func `a buffered observable is pulled only where the operator is created`() {
        let orders = Messenger<Int>(), dog = Dog(), tuples = Recorder<[Int]>(), pulls = LockedBox(0)
        let price = PulledPrice { pulls.withLock { $0 += 1 } }, both = orders.withLatestFrom(price)
        dog.observe(both).receive { order, price in tuples.record([order, price]) }
        orders.send(1)
        price.messenger.send(5)
        orders.send(2)
        #expect(tuples.values == [[1, 0], [2, 5]])
        #expect(pulls.withLock { $0 } == 1)
        dog.stopObserving()
    }

    @Test func `it holds the other observable until it dies`() {
        let isDead = LockedBox(false), orders = Messenger<String>()
        var both: Transform<Messenger<String>, (String, Int)>? = orders.withLatestFrom(
            MortalMessenger { isDead.withLock { $0 = true } })
        #expect(!isDead.withLock { $0 })
        both = nil
        #expect(isDead.withLock { $0 })
        _ = both
    }
}

@Suite struct PrependTests {

    @Test func `each new observer gets these messages first`() {
        let messenger = Messenger<Int>(), dog = Dog(), early = Recorder<Int>(), late = Recorder<Int>()
        let all = messenger.prepend(1, 2), authors = Recorder<ObjectIdentifier>()
        dog.observe(all) { number, author in
            early.record(number)
            authors.record(ObjectIdentifier(author))
        }
        messenger.send(3)
        dog.observe(all) { late.record($0) }
        messenger.send(4)
        #expect(early.values == [1, 2, 3, 4])
        #expect(late.values == [1, 2, 4])
        let expected: [AnyObject] = [all, all, messenger, messenger]
        #expect(authors.values == expected.map { ObjectIdentifier($0) })
        dog.stopObserving()
    }

    @Test func `on a place, they come there, and before all that follows`() {
        let messenger = Messenger<Int>(), place = ManualPlace(), dog = Dog(), numbers = Recorder<Int>()
        let all = messenger.prepend(1)
        dog.observe(all).on(place).receive { numbers.record($0) }
        messenger.send(2)
        #expect(numbers.values == [])
        place.runAll()
        #expect(numbers.values == [1, 2])
        dog.stopObserving()
    }

    @Test func `who starts while others send gets them first`() {
        let messenger = Messenger<Int>(), dog = Dog(), all = messenger.prepend(0), end = 2000
        let recorders = (0..<20).map { _ in Recorder<Int>() }
        onThreads(2) { thread in
            if thread == 0 {
                for number in 1...end { messenger.send(number) }
            } else {
                for recorder in recorders { dog.observe(all) { recorder.record($0) } }
            }
        }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        for recorder in recorders {
            let values = recorder.values
            #expect(values.first == 0)
            #expect(Array(values.dropFirst()) == Array(1...end).suffix(values.count - 1))
        }
        dog.stopObserving()
    }

    @Test func `a closed one starts nobody`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>(), all = messenger.prepend(1)
        _ = all.close(within: .zero)
        dog.observe(all) { numbers.record($0) }
        #expect(numbers.values == [])
        #expect(!dog.isObserving(all))
    }
}

private final class PulledPrice: BufferedObservable {
    let messenger = Messenger<Int>()
    private let onPull: @Sendable () -> Void
    init(onPull: @escaping @Sendable () -> Void) { self.onPull = onPull }
    var latestMessage: Int {
        onPull()
        return 0
    }
}

private final class ZippingSky: Observable {
    let messenger = Messenger<Int>()
    func pairs() -> [String] { zip([1, 2], ["a", "b"]).map { "\($0)\($1)" } }
}
