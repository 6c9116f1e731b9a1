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
        buffer.whenFulfilled(on: queue) { values.record($0) }
        messenger.send(1)
        buffer.whenFulfilled(on: queue) { values.record($0) }
        messenger.send(2)
        queue.resume()
        queue.sync {}
        #expect(values.values == [1, 1])
    }
}
