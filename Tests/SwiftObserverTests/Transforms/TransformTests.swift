import Dispatch
import SwiftObserver
import Testing

/// Transforms as observable objects.
@Suite struct TransformTests {

    @Test func `map transforms each message`() {
        let dog = Dog(), messenger = Messenger<String>(), ints = messenger.map { Int($0) }, log = Recorder<Int?>()
        dog.observe(ints) { log.record($0) }
        for text in ["1", "x"] { messenger.send(text) }
        #expect(log.values == [1, nil])
    }

    @Test func `new sends only new values`() {
        let dog = Dog(), code = Var<Int>(), newCode = code.new(), log = Recorder<Int>()
        dog.observe(newCode) { log.record($0) }
        code.value = 404
        code.send()
        #expect(log.values == [404, 404])
    }

    @Test func `filter sends only messages that fulfill its condition`() {
        let dog = Dog(), messenger = Messenger<String>(), short = messenger.filter { $0.count < 3 }
        let log = Recorder<String>()
        dog.observe(short) { log.record($0) }
        for text in ["a", "abcd", "ab"] { messenger.send(text) }
        #expect(log.values == ["a", "ab"])
    }

    @Test
    func `a filter tells whether a message would get through, but lets everything through that is sent through it`() {
        let dog = Dog(), messenger = Messenger<String>(), short = messenger.filter { $0.count < 3 }
        let log = Recorder<String>()
        dog.observe(short) { log.record($0) }
        #expect(short.condition("ab"))
        #expect(!short.condition("this is too long"))
        short.send("sent directly")
        #expect(log.values == ["sent directly"])
    }

    @Test func `select sends nothing but that it was sent`() {
        let dog = Dog(), messenger = Messenger<String>(), notifier = messenger.select("now"), log = Recorder<String>()
        dog.observe(notifier) { log.record("now") }
        dog.observe(notifier) { _, author in log.record("by messenger \(author === messenger)") }
        for text in ["later", "now"] { messenger.send(text) }
        #expect(log.values == ["now", "by messenger true"])
        #expect(notifier.origin === messenger)
        dog.stopObserving()
    }

    @Test func `unwrap suppresses nil, and with a default replaces it`() {
        let dog = Dog(), points = Messenger<Int?>(), some = points.unwrap(), all = points.unwrap(0)
        let log = Recorder<String>()
        dog.observe(some) { log.record("some \($0)") }
        dog.observe(all) { log.record("all \($0)") }
        for point in [1, nil] { points.send(point) }
        #expect(log.values == ["some 1", "all 1", "all 0"])
    }

    @Test func `transforms of authors`() {
        let dog = Dog(), joe = Mortal(), hal = Mortal(), messenger = Messenger<String>(), log = Recorder<String>()
        let friends = messenger.filterAuthor { $0 === joe }, joes = messenger.from(joe), humans = messenger.notFrom(hal)
        dog.observe(friends) { log.record("friend \($0)") }
        dog.observe(joes) { log.record("joe \($0)") }
        dog.observe(humans) { log.record("human \($0)") }
        messenger.send("a", from: joe)
        messenger.send("b", from: hal)
        messenger.send("c")
        #expect(log.values == ["friend a", "joe a", "human a", "human c"])
    }

    @Test func `transforms of authors keep no author alive`() {
        var joe: Mortal? = Mortal()
        let box = WeakBox(joe!), messenger = Messenger<Int>(), from = messenger.from(joe!)
        let notFrom = messenger.notFrom(joe!), dog = Dog(), log = Recorder<String>()
        joe = nil
        #expect(!box.isAlive)
        dog.observe(from) { log.record("from \($0)") }
        dog.observe(notFrom) { log.record("not from \($0)") }
        messenger.send(1)
        #expect(log.values == ["not from 1"])
    }

    @Test func `a chain is an observable like any other, and serves several observers`() {
        let dogs = [Dog(), Dog()], title = Var<String?>(), log = Recorder<Int>(), runs = Recorder<String>()
        let length = title.new().unwrap("Untitled").map {
            runs.record($0)
            return $0.count
        }
        for dog in dogs { dog.observe(length) { log.record($0) } }
        title.value = "abc"
        title.value = nil
        #expect(log.values == [3, 3, 8, 8])
        #expect(runs.values == ["abc", "Untitled"])
        dogs[0].stopObserving(length)
        #expect(!dogs[0].isObserving(length))
        title.value = "a"
        #expect(log.values == [3, 3, 8, 8, 1])
        withExtendedLifetime(dogs) {}
    }

    @Test func `a transform keeps its origin alive, nobody keeps a transform alive`() {
        var origin: Messenger<Int>? = Messenger()
        let originBox = WeakBox(origin!), dog = Dog(), log = Recorder<Int>()
        var map: Map<Messenger<Int>, Int>? = origin!.map { $0 + 1 }
        let mapBox = WeakBox(map!)
        dog.observe(map!) { log.record($0) }
        origin = nil
        #expect(originBox.isAlive)
        map?.origin.send(1)
        map = nil
        #expect(!mapBox.isAlive)
        #expect(!originBox.isAlive)
        #expect(log.values == [2])
    }

    @Test func `a transform leaves no trace in its origin when it dies`() {
        let origin = Messenger<Int>()
        var captured: Mortal? = Mortal()
        let box = WeakBox(captured!)
        var map: Map<Messenger<Int>, Int>? = origin.map { [captured] in
            captured?.touch()
            return $0
        }
        captured = nil
        #expect(box.isAlive)
        withExtendedLifetime(map) {}
        map = nil
        #expect(!box.isAlive)
        origin.send(1)
    }

    @Test func `the origin can be replaced, also that of an origin`() {
        let dog = Dog(), log = Recorder<Int>(), dummy = Var("Dummy"), title = Var("New Title")
        let length = dummy.new().map { $0.count }
        dog.observe(length) { log.record($0) }
        #expect(length.origin.origin === dummy)
        length.origin.origin = title
        #expect(length.origin.origin === title)
        #expect(log.values == [])
        title.value = "abc"
        dummy.value = "nobody listens"
        #expect(log.values == [3])
        #expect(length.latestMessage == 3)
    }

    @Test func `every transform object has a replaceable origin`() {
        let dog = Dog(), log = Recorder<String>(), old = Messenger<Int?>(), new = Messenger<Int?>(), joe = Mortal()
        let map = old.map { $0 }, filter = old.filter { _ in true }, select = old.select(1), unwrap = old.unwrap()
        let unwrapDefault = old.unwrap(0), from = old.from(joe), notFrom = old.notFrom(dog), buffer = old.buffer()
        let filterAuthor = old.filterAuthor { _ in true }
        dog.observe(map) { _ in log.record("map") }
        dog.observe(filter) { _ in log.record("filter") }
        dog.observe(select) { log.record("select") }
        dog.observe(unwrap) { _ in log.record("unwrap") }
        dog.observe(unwrapDefault) { _ in log.record("unwrap default") }
        dog.observe(from) { _ in log.record("from") }
        dog.observe(notFrom) { _ in log.record("not from") }
        dog.observe(buffer) { _ in log.record("buffer") }
        dog.observe(filterAuthor) { _ in log.record("filter author") }
        map.origin = new
        filter.origin = new
        select.origin = new
        unwrap.origin = new
        unwrapDefault.origin = new
        from.origin = new
        notFrom.origin = new
        buffer.origin = new
        filterAuthor.origin = new
        old.send(1, from: joe)
        #expect(log.values == [])
        new.send(1, from: joe)
        #expect(
            log.values == [
                "map", "filter", "select", "unwrap", "unwrap default", "from", "not from", "buffer", "filter author",
            ])
    }

    @Test func `replacing an origin with itself is fine`() {
        let dog = Dog(), messenger = Messenger<Int>(), map = messenger.map { $0 }, log = Recorder<Int>()
        dog.observe(map) { log.record($0) }
        map.origin = messenger
        messenger.send(1)
        #expect(log.values == [1])
    }

    @Test func `map, new and unwrap with default are buffered if their origin is`() {
        let title = Var<String?>("abc"), new = title.new(), unwrapped = new.unwrap(""),
            length = unwrapped.map { $0.count }
        #expect(new.latestMessage == "abc")
        #expect(length.latestMessage == 3)
        title.value = nil
        #expect(unwrapped.latestMessage == "")
        #expect(length.latestMessage == 0)
        let dog = Dog(), log = Recorder<Int>()
        dog.observe(length) { log.record($0) }
        length.send(100)
        #expect(length.latestMessage == 0)
        length.send()
        #expect(log.values == [100, 0])
    }

    @Test func `anyone may send through a transform`() {
        let dog = Dog(), messenger = Messenger<Int>(), map = messenger.map { "\($0)" }, log = Recorder<String>()
        dog.observe(map) { log.record($0) }
        map.send("mine")
        messenger.send(1)
        #expect(log.values == ["mine", "1"])
    }
}
