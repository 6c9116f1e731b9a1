import SwiftObserver
import SwiftObserverTesting
import Testing

/// Authors, which a chain passes on only if it's asked to.
@Suite final class AuthorsOfChainsTests {

    private let sky = Messenger<Int>(), dog = Dog(), place = ManualPlace(), log = Recorder<String>()

    /// Otherwise, a farewell would wait on the place forever.
    deinit { dog.stopObserving() }

    @Test func `the author comes with the message, behind whatever steps`() {
        let author = Mortal(), log = log, sky = sky
        @Sendable func name(_ sender: AnyObject) -> String {
            sender === author ? "author" : sender === sky ? "messenger" : "?"
        }
        dog.observe(sky).withAuthor().receive { log.record("in place \($0) \(name($1))") }
        dog.observe(sky).on(place).buffering(.newest(9)).withAuthor().receive {
            log.record("limited \($0) \(name($1))")
        }
        dog.observe(sky).on(place).map { -$0 }.withAuthor().receive { log.record("mapped \($0) \(name($1))") }
        dog.observe(sky).on(place).withAuthor().filter { $0.author === author }.receive {
            log.record("filtered \($0.message)")
        }
        sky.send(1, from: author)
        sky.send(2)
        #expect(log.values == ["in place 1 author", "in place 2 messenger"])
        place.runAll()
        #expect(
            Set(log.values.dropFirst(2)) == [
                "limited 1 author", "mapped -1 author", "filtered 1", "limited 2 messenger", "mapped -2 messenger",
            ])
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(9), .oldest(9), .upTo(9)])
    func `a batch's author is that of its last message`(_ limit: MessageBuffering) {
        let first = Mortal(), last = Mortal(), log = log, sky = sky
        dog.observe(sky).on(place).buffering(limit).batches(upTo: 2).withAuthor().receive { batch, sender in
            log.record("\(batch) \(sender === first ? "first" : sender === last ? "last" : "none")")
        }
        sky.send(1, from: first)
        sky.send(2, from: last)
        sky.send(3, from: last)
        sky.send(4)
        sky.send(5, from: first)
        place.runAll()
        #expect(log.values == ["[1, 2] last", "[3, 4] none", "[5] first"])
    }

    @Test func `authors of dropped messages are dropped with them`() {
        let first = Mortal(), last = Mortal(), log = log
        dog.observe(sky).on(place).buffering(.newest(2)).missed { log.record("\($0)") }.batches(upTo: 9).withAuthor()
            .receive { batch, sender in log.record("\(batch) \(sender === last)") }
        for number in 1...5 { sky.send(number, from: number == 5 ? last : first) }
        place.runAll()
        #expect(log.values == ["3", "[4, 5] true"])
    }

    @Test func `a batch that waits keeps no author alive, and the messenger stands in for one who is dead`() {
        let log = log, sky = sky, lifetimes = LifetimeTracker()
        dog.observe(sky).on(place).batches(upTo: 9).withAuthor().receive { batch, sender in
            log.record("\(batch) \(sender === sky)")
        }
        do {
            let author = lifetimes.track(Mortal())
            sky.send(1)
            sky.send(2, from: author)
        }
        lifetimes.expectAllDead()
        place.runAll()
        #expect(log.values == ["[1, 2] true"])
    }

    @Test func `who reads no author lets none wait`() {
        let log = log
        dog.observe(sky).on(place).batches(upTo: 9).map { $0.count }.receive { log.record("\($0)") }
        dog.observe(sky).on(place).batches(upTo: 9).from(sky).receive { log.record("from the messenger: \($0.count)") }
        sky.send(1)
        sky.send(2)
        place.runAll()
        #expect(Set(log.values) == ["2", "from the messenger: 2"])
    }
}
