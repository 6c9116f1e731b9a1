import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct MergeTests {

    @Test func `messages of all come through, with their authors`() {
        let a = Messenger<Int>(), b = Messenger<Int>(), c = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        let authors = Recorder<ObjectIdentifier>()
        let all = a.merge(with: b, c.map { $0 * 10 })
        dog.observe(all) { number, author in
            numbers.record(number)
            authors.record(ObjectIdentifier(author))
        }
        a.send(1)
        c.send(2)
        b.send(3, from: dog)
        #expect(numbers.values == [1, 20, 3])
        #expect(authors.values == [ObjectIdentifier(a), ObjectIdentifier(c), ObjectIdentifier(dog)])
        dog.stopObserving()
    }

    @Test func `all who observe agree on one order, which is that of each origin`() {
        let origins = (0..<4).map { _ in Messenger<Int>() }, dog = Dog(), cat = Dog(), end = 2000
        let all = origins[0].merge(with: origins[1], origins[2], origins[3])
        let recorders = [Recorder<Int>(), Recorder<Int>()], meter = OverlapMeter()
        for (observer, recorder) in zip([dog, cat], recorders) {
            observer.observe(all) { number in meter.measure { recorder.record(number) } }
        }
        onThreads(4) { thread in for number in 0..<end { origins[thread].send(thread * end + number) } }
        #expect(drain(origins, within: .hangLimit).isEmpty)
        #expect(recorders[0].values == recorders[1].values)
        #expect(recorders[0].count == 4 * end)
        #expect(meter.maximum == 1)
        for thread in 0..<4 {
            let sent = thread * end..<(thread + 1) * end
            #expect(recorders[0].values.filter(sent.contains) == Array(sent))
        }
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test func `it holds its origins, and lets go of them when it dies`() {
        let isDead = LockedBox(false), kept = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()
        var all: Messenger<Int>? = kept.merge(with: MortalMessenger { isDead.withLock { $0 = true } })
        if let all { dog.observe(all) { numbers.record($0) } }
        kept.send(1)
        #expect(!isDead.withLock { $0 })
        all = nil
        #expect(isDead.withLock { $0 })
        #expect(kept.inspect().observations.isEmpty)
        kept.send(2)
        #expect(numbers.values == [1])
    }

    @Test func `a drain of an origin waits for what was merged`() {
        let a = Messenger<Int>(), b = Messenger<Int>(), place = ManualPlace(), dog = Dog()
        let all = a.merge(with: b)
        dog.observe(all, on: place) { _ in }
        a.send(1)
        #expect(a.drain(within: .zero).count == 1)
        place.runAll()
        #expect(a.drain(within: .zero).isEmpty)
        dog.stopObserving()
    }
}

@Suite struct CombineLatestTests {

    @Test func `each message comes with the latest ones of the others`() {
        let x = Var(1), y = Var("a"), z = Var(true), dog = Dog(), tuples = Recorder<String>()
        let all = x.new().combineLatest(y.new(), z.new())
        #expect(all.latestMessage == (1, "a", true))
        dog.observe(all) { tuples.record("\($0.0)\($0.1)\($0.2)") }
        x <- 2
        y <- "b"
        z <- false
        #expect(tuples.values == ["2atrue", "2btrue", "2bfalse"])
        #expect(all.latestMessage == (2, "b", false))
        dog.stopObserving()
    }

    @Test func `who starts late can start with the latest, without a gap`() {
        let x = Var(0), y = Var(0), dog = Dog(), end = 2000
        let both = x.new().combineLatest(y.new()), recorders = (0..<20).map { _ in Recorder<[Int]>() }
        onThreads(2) { thread in
            if thread == 0 {
                for number in 1...end {
                    x <- number
                    y <- number
                }
            } else {
                for recorder in recorders { dog.observe(both.startingWithLatest()) { recorder.record([$0.0, $0.1]) } }
            }
        }
        #expect(drain([x, y], within: .hangLimit).isEmpty)
        for recorder in recorders {
            let values = recorder.values, sums = values.map { $0[0] + $0[1] }
            #expect(values.last == [end, end])
            if let first = sums.first { #expect(sums == Array(first...2 * end)) }
        }
        dog.stopObserving()
    }

    @Test func `a drain of an origin waits for what was combined`() {
        let x = Var(0), y = Var(0), place = ManualPlace(), dog = Dog(), both = x.new().combineLatest(y.new())
        dog.observe(both, on: place) { _ in }
        x <- 1
        #expect(x.drain(within: .zero).count == 1)
        place.runAll()
        #expect(x.drain(within: .zero).isEmpty)
        dog.stopObserving()
    }

    @Test func `two threads make one order, in which each value comes once`() {
        let x = Var(0), y = Var(0), dog = Dog(), end = 2000, both = x.new().combineLatest(y.new())
        let pairs = Recorder<[Int]>()
        dog.observe(both) { pairs.record([$0.0, $0.1]) }
        onThreads(2) { thread in for number in 1...end { (thread == 0 ? x : y) <- number } }
        #expect(drain([x, y], within: .hangLimit).isEmpty)
        let values = pairs.values
        #expect(values.count == 2 * end)
        #expect(values.last == [end, end])
        dog.stopObserving()
    }

    @Test func `it tells authors, and observes nothing any more when it's dead`() {
        let x = Var(0), y = Var(0), dog = Dog(), author = Dog(), numbers = Recorder<Int>()
        var both: CombineLatest<(Int, Int)>? = x.new().combineLatest(y.new())
        if let both { dog.observe(both) { pair, sender in if sender === author { numbers.record(pair.0) } } }
        x.set(1, as: author)
        both = nil
        x.set(2, as: author)
        #expect(numbers.values == [1])
        #expect(x.inspect().observations.isEmpty)
        #expect(!dog.isObserving(x))
    }
}

@Suite struct SwitchToLatestTests {

    @Test func `only messages of the latest observable come through`() {
        let origin = Messenger<Messenger<Int>>(), a = Messenger<Int>(), b = Messenger<Int>(), dog = Dog()
        let latest = origin.switchToLatest(), numbers = Recorder<Int>()
        dog.observe(latest) { numbers.record($0) }
        a.send(1)
        origin.send(a)
        a.send(2)
        origin.send(b)
        a.send(3)
        b.send(4)
        origin.send(a)
        b.send(5)
        a.send(6)
        #expect(numbers.values == [2, 4, 6])
        #expect(b.inspect().observations.isEmpty)
        dog.stopObserving()
    }

    @Test func `it can start with the latest observable, and with the latest message of that`() {
        let a = Var(1), b = Var(2), selected = Var(Choice(a)), dog = Dog(), numbers = Recorder<Int>()
        let latest = selected.new().map { $0.variable.new().startingWithLatest() }.startingWithLatest().switchToLatest()
        let buffer = latest.buffer()
        dog.observe(latest) { numbers.record($0) }
        a <- 10
        selected <- Choice(b)
        b <- 20
        a <- 30
        #expect(numbers.values == [10, 2, 20])
        #expect(buffer.latestMessage == 20)
        dog.stopObserving()
    }

    @Test func `under fire, nothing of an observable comes after something of a later one`() {
        let origin = Messenger<Messenger<Int>>(), dog = Dog(), count = 300
        let sources = (0..<count).map { _ in Messenger<Int>() }, latest = origin.switchToLatest()
        let numbers = Recorder<Int>(), isOver = LockedBox(false)
        dog.observe(latest) { numbers.record($0) }
        onThreads(3) { thread in
            if thread == 0 {
                for source in sources { origin.send(source) }
                isOver.withLock { $0 = true }
            } else {
                while !isOver.withLock({ $0 }) {
                    for (number, source) in sources.enumerated() { source.send(number) }
                }
            }
        }
        sources[count - 1].send(count)
        #expect(drain(sources, within: .hangLimit).isEmpty)
        #expect(numbers.values == numbers.values.sorted())
        #expect(numbers.values.last == count)
        dog.stopObserving()
    }

    @Test func `what it switched to is let go of, by the next switch and when it dies`() {
        let isDead = LockedBox(0), origin = Messenger<MortalMessenger>()
        var latest: Transform<Messenger<MortalMessenger>, MortalMessenger.Message>? = origin.switchToLatest()
        for _ in 1...2 { origin.send(MortalMessenger { isDead.withLock { $0 += 1 } }) }
        #expect(isDead.withLock { $0 } == 1)
        latest = nil
        #expect(isDead.withLock { $0 } == 2)
        _ = latest
    }
}

@Suite struct ReplayTests {

    @Test func `each new observer gets the latest messages first`() {
        let messenger = Messenger<Int>(), dog = Dog(), early = Recorder<Int>(), late = Recorder<Int>()
        let replay = messenger.replay(3)
        dog.observe(replay) { early.record($0) }
        for number in 1...5 { messenger.send(number) }
        dog.observe(replay) { late.record($0) }
        replay.send(6)
        #expect(early.values == [1, 2, 3, 4, 5, 6])
        #expect(late.values == [3, 4, 5, 6])
        dog.stopObserving()
    }

    @Test func `it replays on places, in a chain, with a limit, and only once`() {
        let messenger = Messenger<Int>(), place = ManualPlace(), dog = Dog(), numbers = Recorder<Int>()
        let replay = messenger.replay(3)
        for number in 1...3 { messenger.send(number) }
        dog.observe(replay, on: place) { numbers.record($0) }
        dog.observe(replay).on(place).buffering(.newest(2)).receive { numbers.record($0 * 10) }
        dog.observe(replay).map { -$0 }.receive { numbers.record($0) }
        observeOnce(replay) { numbers.record($0 * 100) }
        #expect(numbers.values == [-1, -2, -3, 100])
        numbers.clear()
        place.runAll()
        #expect(Set(numbers.values) == [1, 2, 3, 20, 30])
        #expect(numbers.values.filter { $0 < 10 } == [1, 2, 3])
        dog.stopObserving()
    }

    @Test func `while it's busy, a start gets its messages in line`() {
        let messenger = Messenger<Int>(), dog = Dog(), cat = Dog(), numbers = Recorder<Int>(),
            replay = messenger.replay(2)
        dog.observe(replay) { number in
            if number == 3 {
                cat.observe(replay) { numbers.record($0) }
                messenger.send(4)
                numbers.record(0)
            }
        }
        for number in 1...3 { messenger.send(number) }
        #expect(numbers.values == [0, 2, 3, 4])
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test(arguments: [false, true])
    func `under fire, who starts misses nothing and gets nothing twice`(isOnPlace: Bool) {
        let messenger = Messenger<Int>(), dog = Dog(), end = 3000, replay = messenger.replay(10)
        let recorders = (0..<30).map { _ in Recorder<Int>() }, place = ThreadPlace()
        onThreads(2) { thread in
            if thread == 0 {
                for number in 1...end { messenger.send(number) }
            } else {
                for recorder in recorders {
                    if isOnPlace {
                        dog.observe(replay, on: place) { recorder.record($0) }
                    } else {
                        dog.observe(replay) { recorder.record($0) }
                    }
                }
            }
        }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        let late = Recorder<Int>()
        dog.observe(replay) { late.record($0) }
        // If the thread that took over delivering isn't done yet, it delivers these messages.
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        #expect(late.values == Array(end - 9...end))
        for recorder in recorders {
            // An observation that starts before the first message gets all messages. Others get the
            // latest message and those after it.
            #expect(recorder.values == Array((recorder.values.first ?? 0)...end))
        }
        dog.stopObserving()
    }

    @Test func `who stops in the first message gets no more of them`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>(), replay = messenger.replay(3)
        for number in 1...3 { messenger.send(number) }
        dog.observe(replay) { number in
            numbers.record(number)
            dog.stopObserving()
        }
        #expect(numbers.values == [1])
    }

    @Test func `it keeps no more messages than wanted, and none beyond its life`() {
        let dead = LockedBox(0), messenger = Messenger<Mortal>()
        var replay: Transform<Messenger<Mortal>, Mortal>? = messenger.replay(2)
        for _ in 1...5 { messenger.send(Mortal { dead.withLock { $0 += 1 } }) }
        #expect(dead.withLock { $0 } == 3)
        replay = nil
        #expect(dead.withLock { $0 } == 5)
        _ = replay
    }

    @Test func `a closed one starts nobody`() {
        let messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>(), replay = messenger.replay(2)
        messenger.send(1)
        _ = replay.close(within: .zero)
        dog.observe(replay) { numbers.record($0) }
        #expect(numbers.values == [])
        #expect(!dog.isObserving(replay))
    }
}

private struct Choice: Equatable, Sendable {
    let variable: Var<Int>
    init(_ variable: Var<Int>) { self.variable = variable }
    static func == (a: Choice, b: Choice) -> Bool { a.variable === b.variable }
}
