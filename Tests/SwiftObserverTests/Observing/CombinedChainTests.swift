import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Chains that begin with several observables.
@Suite final class CombinedChainTests {

    private let a = Var(0), b = Var(""), c = Var(false), dog = Dog(), place = ManualPlace(), log = Recorder<String>()

    /// Otherwise, a farewell would wait on the place forever.
    deinit { dog.stopObserving() }

    @Test func `two and three observables begin a chain, in place and on a place`() {
        let log = log
        dog.observe(a, b).receive { a, b in log.record("\(a.new)\(b.new)") }
        observe(a, b, c).receive { a, b, c in log.record("\(a.new)\(b.new)\(c.new)") }
        dog.observe(a, b, c).on(place).receive { a, b, c in log.record("later \(a.new)\(b.new)\(c.new)") }
        a <- 1
        b <- "x"
        c <- true
        #expect(log.values == ["1", "1false", "1x", "1xfalse", "1xtrue"])
        place.runAll()
        #expect(log.values.dropFirst(5) == ["later 1false", "later 1xfalse", "later 1xtrue"])
        FreeObserver.shared.stopObserving(a)
    }

    @Test(arguments: [false, true])
    func `transforms get what the handler would get`(isOnPlace: Bool) {
        let log = log
        let texts =
            isOnPlace
            ? dog.observe(a, b).on(place).map { a, b in "\(a.new)\(b.new)" }
            : dog.observe(a, b).map { a, b in "\(a.new)\(b.new)" }
        texts.filter { $0 != "1" }.removeDuplicates().prefix(2).receive { log.record($0) }
        a <- 1
        b <- "x"
        a.send()
        a <- 2
        place.runAll()
        #expect(log.values == ["1x", "2x"])
        #expect(!dog.isObserving(a) && !dog.isObserving(b))
    }

    @Test func `time operators take tuples`() {
        let clock = ManualClock(), log = log
        dog.observe(a, b).debounce(for: .seconds(1), clock: clock).receive { a, b in log.record("\(a.new)\(b.new)") }
        a <- 1
        b <- "x"
        clock.advance(by: .seconds(1))
        #expect(log.values == ["1x"])
        b <- "y"
        dog.stopObserving(a)
        clock.advance(by: .seconds(1))
        #expect(log.values == ["1x"])
    }

    @Test func `the author is that of the message which triggered the call`() {
        let author = Mortal(), log = log
        dog.observe(a, b).on(place).withAuthor().receive { [a, b] both, sender in
            log.record("\(both.0.new)\(both.1.new) \(sender === author) \(sender === a || sender === b)")
        }
        dog.observe(a, b).notFrom(author).receive { a, b in log.record("not from \(a.new)\(b.new)") }
        a.set(1, as: author)
        b <- "x"
        place.runAll()
        #expect(log.values == ["not from 1x", "1 true false", "1x false true"])
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(9)])
    func `a batch has one tuple for each message, and each side only goes forward`(_ limit: MessageBuffering) {
        let log = log
        dog.observe(a, b).on(place).buffering(limit).batches(upTo: 3).receive { batch in
            log.record(batch.map { "\($0.0.new)\($0.1.new)" }.joined(separator: " "))
        }
        for number in 1...2 {
            a <- number
            b <- "\(number)"
        }
        place.runAll()
        a <- 3
        place.runAll()
        #expect(log.values == ["1 11 21", "22", "32"])
    }

    @Test func `a batch's author is that of its last message, and what is missing is told before it`() {
        let author = Mortal(), log = log
        dog.observe(a, b).on(place).buffering(.newest(2)).missed { log.record("\($0) missing") }.batches(upTo: 9)
            .withAuthor().receive { batch, sender in log.record("\(batch.count) \(sender === author)") }
        a <- 1
        a <- 2
        b.set("x", as: author)
        place.runAll()
        b.set("y", as: author)
        a <- 3
        place.runAll()
        #expect(log.values == ["1 missing", "2 true", "2 false"])
    }

    @Test func `updates of each side are merged before they're transformed`() {
        let log = log
        dog.observe(a, c).on(place).merging().map { a, c in "\(a.old)→\(a.new) \(c.new)" }.receive { log.record($0) }
        for number in 1...3 { a <- number }
        c <- true
        place.runAll()
        #expect(log.values == ["0→3 false", "3→3 true"])
    }

    @Test func `a combination runs on an actor, with limits, batches and authors`() async {
        let kennel = HeldActor(), log = log, a = a, b = b, author = Mortal()
        dog.observe(a, b).on(kennel).receive { kennel, both in
            kennel.assertIsolated()
            log.record("plain \(both.0.new)\(both.1.new)")
        }
        dog.observe(a, b).on(kennel).buffering(.newest(1)).missed { kennel, count in
            kennel.assertIsolated()
            log.record("\(count) missing")
        }.withAuthor().receive { _, letter in
            log.record("limited \(letter.message.0.new)\(letter.message.1.new) \(letter.author === author)")
        }
        dog.observe(a, b).on(kennel).batches(upTo: 9).map { $0.count }.receive { kennel, count in
            kennel.assertIsolated()
            log.record("batch of \(count)")
        }
        await kennel.act {
            a <- 1
            b.set("x", as: author)
        }
        await eventually { log.count >= 5 }
        #expect(
            Set(log.values) == ["plain 1", "plain 1x", "1 missing", "limited 1x true", "batch of 2"])
    }

    @Test func `it starts with the latest messages of those that are asked for`() {
        let log = log
        dog.observe(a.startingWithLatest(), b).on(place).map { "\($0.new)\($1.new)" }.receive { log.record($0) }
        b <- "x"
        place.runAll()
        #expect(log.values == ["0", "0x"])
    }

    @Test func `it ends for all of them when one dies, behind the last words`() {
        let log = log
        var mortal: Var<Int>? = Var(0)
        dog.observe(mortal!, b).on(place).batches(upTo: 9).receive { log.record("\($0.map(\.0.new))") }
        mortal! <- 1
        mortal = nil
        place.runAll()
        #expect(log.values == ["[1]"])
        #expect(!dog.isObserving(b))
        b <- "x"
        place.runAll()
        #expect(log.values == ["[1]"])
    }

    @Test func `a batch ends where the observation ends, though its observables still sent`() {
        let messenger = Messenger<Int>(), log = log
        var mortal: Own? = Own(messenger)
        dog.observe(mortal!, c).on(place).batches(upTo: 9).receive { log.record("\($0.map { "\($0.0)\($0.1.new)" })") }
        messenger.send(1)
        c <- true
        messenger.send(2)
        mortal = nil
        place.runAll()
        #expect(log.values == [#"["1false"]"#])
        #expect(!dog.isObserving(c))
    }

    @Test func `once is called with the beginning, whatever is sent during the start`() {
        let log = log, x = Var(1), y = SendingWhenPulled(x)
        dog.observe(x, y.startingWithLatest()).on(place).once().receive { log.record("\($0.new) \($1)") }
        place.runAll()
        #expect(log.count == 1)
        #expect(!dog.isObserving(x))
    }

    @Test func `under fire, batches have all messages, and no side goes back`() {
        let x = Var(0), y = Var(0), queue = DispatchQueue(label: "queue"), meter = OverlapMeter()
        let sides = Recorder<[Int]>(), counts = Recorder<Int>()
        dog.observe(x, y).on(queue).batches(upTo: 7).receive { batch in
            meter.measure {
                counts.record(batch.count)
                for (x, y) in batch { sides.record([x.new, y.new]) }
            }
        }
        onThreads(4) { thread in for _ in 0..<500 { (thread.isMultiple(of: 2) ? x : y).value += 1 } }
        queue.sync {}
        #expect(meter.maximum == 1)
        #expect(counts.values.allSatisfy { 1...7 ~= $0 })
        let values = sides.values
        #expect(values.count == 2000)
        for side in 0...1 { #expect(zip(values, values.dropFirst()).allSatisfy { $0[side] <= $1[side] }) }
        #expect(values.last == [1000, 1000])
    }
}

/// A client's observable that can be deallocated before its messenger.
private final class Own: BufferedObservable, Sendable {
    let messenger: Messenger<Int>
    init(_ messenger: Messenger<Int>) { self.messenger = messenger }
    var latestMessage: Int { 0 }
}

/// A buffered observable that changes a variable whenever its latest message is requested.
private final class SendingWhenPulled: BufferedObservable, Sendable {
    let messenger = Messenger<Int>()
    private let other: Var<Int>
    init(_ other: Var<Int>) { self.other = other }
    var latestMessage: Int {
        other.value += 1
        return 0
    }
}
