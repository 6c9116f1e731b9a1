import Dispatch
import SwiftObserver
import Testing

@Suite struct FulfillTests {

    @Test func `a buffer provides the value of a promise again and again`() {
        let promise = Promise<Int>(), buffer = promise.buffer(), log = Recorder<String>()
        buffer.whenFulfilled { log.record("before \($0)") }
        promise.fulfill(1)
        buffer.whenFulfilled { log.record("after \($0)") }
        buffer.whenFulfilled { log.record("again \($0)") }
        #expect(log.values == ["before 1", "after 1", "again 1"])
        #expect(buffer.latestMessage == 1)
    }

    @Test func `nil does not fulfill a buffer, and a second value does not call again`() {
        let messenger = Messenger<Int?>(), buffer = messenger.buffer(), log = Recorder<Int>()
        buffer.whenFulfilled { log.record($0) }
        messenger.send(nil)
        #expect(log.values == [])
        messenger.send(1)
        messenger.send(2)
        #expect(log.values == [1])
    }

    @Test func `any buffered observable of optionals can be fulfilled`() {
        let number = Var<Int?>(), new = number.new(), log = Recorder<Int>()
        new.whenFulfilled { log.record($0) }
        number.value = 1
        new.whenFulfilled { log.record($0) }
        number.value = 2
        #expect(log.values == [1, 1])
    }

    @Test func `the author of the fulfilling message is known, later it is the buffer`() {
        let promise = Promise<Int>(), buffer = promise.buffer(), author = Mortal(), log = Recorder<String>()
        let box = WeakBox(buffer)
        buffer.whenFulfilled { log.record("\($0) \($1 === author)") }
        promise.fulfill(1, as: author)
        buffer.whenFulfilled { log.record("\($0) \($1 === box.object)") }
        #expect(log.values == ["1 true", "1 true"])
    }

    @Test func `a buffer is fulfilled on a queue`() {
        let promise = Promise<Int>(), buffer = promise.buffer(), log = Recorder<String>()
        let queue = DispatchQueue(label: "q")
        let note: @Sendable (String) -> Void = {
            dispatchPrecondition(condition: .onQueue(queue))
            log.record($0)
        }
        buffer.startingWithLatest().observed().on(queue).unwrap().once().receive { note("before \($0)") }
        promise.fulfill(1)
        buffer.startingWithLatest().observed().on(queue).unwrap().once().receive { note("after \($0)") }
        queue.sync {}
        #expect(log.values == ["before 1", "after 1"])
    }

    @Test func `waiting can be stopped`() {
        let promise = Promise<Int>(), buffer = promise.buffer(), log = Recorder<Int>()
        let waiting = [buffer.whenFulfilled { log.record($0) }, promise.whenFulfilled { log.record($0) }]
        for observer in waiting { observer.stopObserving() }
        promise.fulfill(1)
        #expect(log.values == [])
    }

    @Test func `the observer of a fulfilled buffer dies`() {
        let promise = Promise<Int>(), buffer = promise.buffer()
        let before = WeakBox(buffer.whenFulfilled { _ in })
        #expect(before.isAlive)
        promise.fulfill(1)
        #expect(!before.isAlive)
        let after = WeakBox(buffer.whenFulfilled { _ in })
        #expect(!after.isAlive)
    }

    @Test func `a value that arrives meanwhile is handled once`() {
        for _ in 0..<200 {
            let promise = Promise<Int>(), buffer = promise.buffer(), log = Recorder<Int>()
            onThreads(2) { index in
                if index == 0 { promise.fulfill(1) } else { buffer.whenFulfilled { log.record($0) } }
            }
            #expect(log.values == [1])
        }
    }
}
