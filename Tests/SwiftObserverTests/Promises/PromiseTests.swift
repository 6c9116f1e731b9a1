import Dispatch
import SwiftObserver
import Testing

@Suite struct PromiseTests {

    @Test func `a promise provides its value and ends its observations`() {
        let promise = Promise<Int>(), dog = Dog(), log = Recorder<Int>()
        dog.observe(promise) { log.record($0) }
        promise.fulfill(1)
        #expect(log.values == [1])
        #expect(!dog.isObserving(promise))
    }

    @Test func `sending is fulfilling, and the first one wins`() {
        let promise = Promise<Int>(), log = Recorder<Int>()
        promise.observed { log.record($0) }
        promise.send(1)
        promise.send(2)
        promise.fulfill(3)
        promise.observed { log.record($0) }
        #expect(log.values == [1, 1])
        #expect(!FreeObserver.shared.isObserving(promise))
    }

    @Test func `whoever comes late gets the value as well, once`() {
        let promise = Promise<Int> { $0.fulfill(1) }, dog = Dog(), log = Recorder<String>()
        dog.observe(promise) { log.record("observe \($0)") }
        promise.observed { log.record("observed \($0)") }
        promise.observedOnce { log.record("once \($0)") }
        promise.whenFulfilled { log.record("when \($0)") }
        promise.observed().map { $0 + 1 }.receive { log.record("map \($0)") }
        #expect(log.values == ["observe 1", "observed 1", "once 1", "when 1", "map 2"])
        #expect(!dog.isObserving(promise))
    }

    @Test func `a promise is kept alive by whoever is to fulfill it`() {
        let handler = LockedBox<(@Sendable (Int) -> Void)?>(nil), log = Recorder<Int>()
        let getIDAsync: (@escaping @Sendable (Int) -> Void) -> Void = { handle in handler.withLock { $0 = handle } }
        let getID = { Promise<Int> { promise in getIDAsync { promise.fulfill($0) } } }
        let box = WeakBox(
            {
                let promise = getID()
                promise.observed { log.record($0) }
                return promise
            }())
        #expect(box.isAlive)
        handler.withLock { $0 }?(7)
        #expect(log.values == [7])
        handler.withLock { $0 = nil }
        #expect(!box.isAlive)
    }

    @Test func `a promise that dies unfulfilled ends its observations silently`() {
        let dog = Dog(), log = Recorder<Int>()
        var promise: Promise<Int>? = Promise(), captured: Mortal? = Mortal()
        let box = WeakBox(captured!)
        dog.observe(promise!) { [captured] in
            captured?.touch()
            log.record($0)
        }
        captured = nil
        promise = nil
        #expect(log.values == [])
        #expect(!box.isAlive)
    }

    @Test func `a promise is fulfilled on behalf of an author`() {
        let promise = Promise<Int>(), author = Mortal(), log = Recorder<Bool>(), queue = DispatchQueue(label: "q")
        promise.observed { _, sender in log.record(sender === author) }
        promise.fulfill(1, as: author)
        promise.observed { _, sender in log.record(sender === author) }
        promise.whenFulfilled { _, sender in log.record(sender === author) }
        promise.observed().on(queue).withAuthor().receive { _, sender in log.record(sender === author) }
        queue.sync {}
        #expect(log.values == [true, true, true, true])
        let sent = Promise<Int>()
        sent.observed { _, sender in log.record(sender === author) }
        sent.send(1, from: author)
        #expect(log.values.count == 5 && log.values.last == true)
    }

    @Test func `a promise keeps no author alive`() {
        let promise = Promise<Int>(), log = Recorder<Bool>()
        var author: Mortal? = Mortal()
        let box = WeakBox(author!), promiseBox = WeakBox(promise)
        promise.fulfill(1, as: author!)
        author = nil
        #expect(!box.isAlive)
        promise.observed { _, sender in log.record(sender === promiseBox.object) }
        #expect(log.values == [true])
    }

    @Test func `a promise delivers on a queue`() {
        let queue = DispatchQueue(label: "q"), promise = Promise<Int>(on: queue), other = Promise<Int>()
        let log = Recorder<String>()
        promise.observed {
            dispatchPrecondition(condition: .onQueue(queue))
            log.record("promise \($0)")
        }
        other.observed().on(queue).receive { log.record("other \($0)") }
        other.observed().on(queue).receive { log.record("when \($0)") }
        promise.fulfill(1)
        other.fulfill(2)
        queue.sync {}
        #expect(log.values == ["promise 1", "other 2", "when 2"])
        promise.observed { log.record("late \($0)") }
        queue.sync {}
        #expect(log.values.last == "late 1")
    }

    @Test func `a handler may fulfill and observe the promise again`() {
        let promise = Promise<Int>(), log = Recorder<String>(), box = WeakBox(promise)
        promise.observed {
            log.record("first \($0)")
            box.object?.fulfill(2)
            box.object?.observed { log.record("second \($0)") }
        }
        promise.fulfill(1)
        #expect(log.values == ["first 1", "second 1"])
    }

    @Test func `everyone gets the value exactly once, whoever is faster`() {
        for _ in 0..<200 {
            let promise = Promise<Int>(), log = Recorder<Int>()
            onThreads(3) { index in
                if index == 0 { promise.fulfill(1) } else { promise.observed { log.record($0) } }
            }
            promise.observed { log.record($0) }
            #expect(log.values == [1, 1, 1])
        }
    }

    @Test func `a combination of buffers of promises is buffered, too`() {
        let one = Promise<Int>(), two = Promise<String>(), dog = Dog(), log = Recorder<String>()
        let ones = one.buffer(), twos = two.buffer()
        dog.observe(ones, twos) { log.record("\($0 ?? 0) \($1 ?? "-")") }
        one.fulfill(1)
        two.fulfill("a")
        #expect(log.values == ["1 -", "1 a"])
    }
}
