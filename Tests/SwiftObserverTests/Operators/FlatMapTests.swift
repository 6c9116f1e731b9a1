import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite struct FlatMapTests {

    @Test func `messages of all observables come through, with their authors`() {
        let origin = Messenger<Int>(), sources = [Messenger<Int>(), Messenger<Int>()], dog = Dog()
        let numbers = Recorder<Int>(), authors = Recorder<ObjectIdentifier>()
        let all = origin.flatMap { sources[$0] }
        dog.observe(all) { number, author in
            numbers.record(number)
            authors.record(ObjectIdentifier(author))
        }
        sources[0].send(1)
        origin.send(0)
        origin.send(1)
        sources[0].send(2)
        sources[1].send(3, from: dog)
        sources[0].send(4)
        #expect(numbers.values == [2, 3, 4])
        #expect(authors.values == [sources[0], dog, sources[0]].map { ObjectIdentifier($0 as AnyObject) })
        dog.stopObserving()
    }

    @Test func `an observable that starts with its latest message does so`() {
        let origin = Messenger<Var<Int>>(), dog = Dog(), numbers = Recorder<Int>()
        let all = origin.flatMap { $0.new().startingWithLatest() }
        dog.observe(all) { numbers.record($0) }
        let one = Var(1), other = Var(2)
        origin.send(one)
        origin.send(other)
        one <- 3
        #expect(numbers.values == [1, 2, 3])
        dog.stopObserving()
    }

    @Test func `observables are held until they're closed or it dies`() {
        let dead = LockedBox(0), origin = Messenger<MortalMessenger>()
        var all: Transform<Messenger<MortalMessenger>, Int>? = origin.flatMap { $0 }
        for number in 1...3 {
            let source = MortalMessenger { dead.withLock { $0 += 1 } }
            if number == 1 { _ = source.close(within: .hangLimit) }
            origin.send(source)
            if number == 2 { _ = source.close(within: .hangLimit) }
        }
        #expect(dead.withLock { $0 } == 2)
        all = nil
        #expect(dead.withLock { $0 } == 3)
        #expect(origin.inspect().observations.isEmpty)
        _ = all
    }

    @Test func `all who observe agree on one order, which is that of each observable`() {
        let origin = Messenger<Int>(), sources = (0..<4).map { _ in Messenger<Int>() }, end = 1000
        let dog = Dog(), cat = Dog(), recorders = [Recorder<Int>(), Recorder<Int>()], meter = OverlapMeter()
        let all = origin.flatMap { sources[$0] }
        for (observer, recorder) in zip([dog, cat], recorders) {
            observer.observe(all) { number in meter.measure { recorder.record(number) } }
        }
        onThreads(4) { thread in
            origin.send(thread)
            for number in 0..<end { sources[thread].send(thread * end + number) }
        }
        #expect(drain([origin] + sources, within: .hangLimit).isEmpty)
        #expect(recorders[0].values == recorders[1].values)
        #expect(meter.maximum == 1)
        for thread in 0..<4 {
            let sent = Array(thread * end..<(thread + 1) * end), heard = recorders[0].values.filter(sent.contains)
            #expect(heard == sent.suffix(heard.count))
        }
        dog.stopObserving()
        cat.stopObserving()
    }

    @Test func `observables that are closed while they're added leave nothing behind`() {
        let dead = LockedBox(0), origin = Messenger<MortalMessenger>(), all = origin.flatMap { $0 }, count = 500
        let sources = LockedBox((1...count).map { _ in MortalMessenger { dead.withLock { $0 += 1 } } })
        onThreads(2) { thread in
            for index in 0..<count {
                let source = sources.withLock { $0[index] }
                if thread == 0 { origin.send(source) } else { _ = source.close(within: .hangLimit) }
            }
        }
        sources.withLock { $0 = [] }
        #expect(dead.withLock { $0 } == count)
        withExtendedLifetime((origin, all)) {}
    }

    @Test func `what was accepted before a source was closed comes`() {
        let origin = Messenger<ClosingSource>(), dog = Dog(), numbers = Recorder<Int>()
        let all = origin.flatMap { $0.startingWithLatest() }
        dog.observe(all) { numbers.record($0) }
        let source = ClosingSource()
        origin.send(source)
        #expect(numbers.values == [1, 2])
        #expect(source.isClosed)
        dog.stopObserving()
    }

    @Test func `when it's closed, it observes nothing any more, and holds nothing`() {
        let dead = LockedBox(0), origin = Messenger<MortalMessenger>(), all = origin.flatMap { $0 }
        origin.send(MortalMessenger { dead.withLock { $0 += 1 } })
        _ = all.close(within: .hangLimit)
        origin.send(MortalMessenger { dead.withLock { $0 += 1 } })
        #expect(dead.withLock { $0 } == 2)
    }

    @Test func `the one that passes on only the latest forgets those before`() {
        let origin = Messenger<Int>(), sources = [Messenger<Int>(), Messenger<Int>()], dog = Dog()
        let numbers = Recorder<Int>(), latest = origin.flatMapLatest { sources[$0] }
        dog.observe(latest) { numbers.record($0) }
        origin.send(0)
        sources[0].send(1)
        origin.send(1)
        sources[0].send(2)
        sources[1].send(3)
        #expect(numbers.values == [1, 3])
        dog.stopObserving()
    }
}

/// A source that sends a message and closes itself while its latest message is requested.
private final class ClosingSource: BufferedObservable {
    let messenger = Messenger<Int>()
    var latestMessage: Int {
        messenger.send(1)
        messenger.send(2)
        _ = messenger.close(within: .zero)
        return 0
    }
}

@Suite struct CompactMapTests {

    @Test func `what isn't nil comes through, in both forms`() {
        let lines = Messenger<String>(), dog = Dog(), objects = Recorder<Int>(), chained = Recorder<Int>()
        let numbers = lines.compactMap { Int($0) }
        dog.observe(numbers) { objects.record($0) }
        dog.observe(lines).compactMap { Int($0) }.receive { chained.record($0) }
        for line in ["1", "a", "2"] { lines.send(line) }
        #expect(objects.values == [1, 2])
        #expect(chained.values == [1, 2])
        dog.stopObserving()
    }
}
