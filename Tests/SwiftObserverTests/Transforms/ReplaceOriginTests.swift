import Dispatch
import SwiftObserver
import Testing

/// Replacing an origin so that the transform sends.
@Suite struct ReplaceOriginTests {

    @Test func `the latest message of the new origin comes through, and then its later ones`() {
        let dog = Dog(), old = Var("old"), title = Var("Some Title"), log = Recorder<Int>()
        let length = old.new().map { $0.count }
        dog.observe(length) { log.record($0) }
        length.origin.replaceOrigin(with: title.startingWithLatest())
        #expect(log.values == [10])
        #expect(length.origin.origin === title)
        title <- "abc"
        old <- "nobody listens"
        #expect(log.values == [10, 3])
        #expect(length.latestMessage == 3)
    }

    @Test func `a transform that suppresses the latest message sends nothing`() {
        let dog = Dog(), old = Var(""), long = Var("this is too long"), short = Var("abc"), log = Recorder<String>()
        let shortText = old.new().filter { $0.count < 5 }, selected = old.select(Update("abc", "abc"))
        dog.observe(shortText) { log.record($0) }
        dog.observe(selected) { log.record("selected") }
        shortText.origin.replaceOrigin(with: long.startingWithLatest())
        selected.replaceOrigin(with: long.startingWithLatest())
        #expect(log.values == [])
        shortText.origin.replaceOrigin(with: short.startingWithLatest())
        selected.replaceOrigin(with: short.startingWithLatest())
        #expect(log.values == ["abc", "selected"])
    }

    @Test func `a buffer remembers what the replacement sends, and only the author filter looks at who sent it`() {
        let dog = Dog(), old = Var(1), new = Var(2), log = Recorder<Int>()
        let buffer = old.new().buffer(), byNew = old.from(new)
        dog.observe(byNew) { log.record($0.new) }
        buffer.origin.replaceOrigin(with: new.startingWithLatest())
        byNew.replaceOrigin(with: new.startingWithLatest())
        #expect(buffer.latestMessage == 2)
        #expect(log.values == [2])
    }

    @Test func `replacing the origin with itself sends once, and its messages are not doubled`() {
        let dog = Dog(), number = Var(1), text = number.map { "\($0.new)" }, log = Recorder<String>()
        dog.observe(text) { log.record($0) }
        text.replaceOrigin(with: number.startingWithLatest())
        number <- 2
        #expect(log.values == ["1", "2"])
    }

    @Test func `a handler may replace the origin of the transform it observes`() {
        let dog = Dog(), number = Var(1), other = Var(10), log = Recorder<Int>()
        let double = number.new().map { $0 * 2 }, box = WeakBox(double)
        dog.observe(double) {
            log.record($0)
            if $0 == 4 { box.object?.origin.replaceOrigin(with: other.startingWithLatest()) }
        }
        number <- 2
        number <- 3
        other <- 11
        #expect(log.values == [4, 20, 22])
        dog.stopObserving()
    }

    @Test func `no update gets lost or comes twice while another thread changes the new origin`() {
        for _ in 0..<30 {
            let dog = Dog(), old = Var(-1), new = Var(0), map = old.map { $0 }, log = Recorder<Update<Int>>()
            let end = 100, done = Gate()
            dog.observe(map) { update in
                log.record(update)
                if update.new == end { done.open() }
            }
            onThreads(2) { thread in
                if thread == 0 {
                    map.replaceOrigin(with: new.startingWithLatest())
                } else {
                    for value in 1...end { new <- value }
                }
            }
            #expect(done.pass())
            let updates = log.values
            #expect(updates.first.map { $0.old == $0.new } == true)
            #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.new == $1.old && $1.old != $1.new })
        }
    }

    @Test func `of threads that replace the origin, the one whose origin stays has sent`() {
        for _ in 0..<30 {
            let dog = Dog(), old = Var(-1), news = (0..<4).map { Var($0) }, map = old.new().map { $0 }
            let link = map.origin, log = Recorder<Int>()
            dog.observe(map) { log.record($0) }
            onThreads(4) { link.replaceOrigin(with: news[$0].startingWithLatest()) }
            let winner = link.origin
            let index = news.firstIndex { $0 === winner } ?? -1
            let before = log.count
            for new in news { new <- 100 + new.value }
            #expect(log.values.dropFirst(before) == [100 + index])
            #expect(log.values.contains(index))
        }
    }

    @Test func `what was replaced dies, and the stand-in need not live`() {
        var old: Var<Int>? = Var(1), new: Var<Int>? = Var(2)
        let map = old!.new(), oldBox = WeakBox(old!), newBox = WeakBox(new!)
        map.replaceOrigin(with: new!.startingWithLatest())
        old = nil
        #expect(!oldBox.isAlive)
        new = nil
        #expect(newBox.isAlive)
        map.origin = Var(3)
        #expect(!newBox.isAlive)
    }

    @Test func `an origin that delivers on a queue sends there`() {
        let queue = DispatchQueue(label: "origin"), dog = Dog(), new = Var(5, on: queue), log = Recorder<Int>()
        let value = Var(0).new()
        dog.observe(value) { log.record($0) }
        value.replaceOrigin(with: new.startingWithLatest())
        queue.sync {}
        #expect(log.values == [5])
    }
}
