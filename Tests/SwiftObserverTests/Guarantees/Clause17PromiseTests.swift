import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause17PromisesKeepTheirWord {

    @Test func `the first fulfillment wins, however it's made`() {
        let dog = Dog(), promise = Promise<Int>(), values = Recorder<Int>(), author = Mortal()
        dog.observe(promise) { values.record($0) }
        promise.fulfill(1, as: author)
        promise.fulfill(2)
        promise.send(3)
        promise.send(4, from: author)
        #expect(values.values == [1])
    }

    @Test(arguments: [false, true])
    func `everyone gets the value once, before and after it's there`(hops: Bool) {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), values = Recorder<Int>()
        let promise = hops ? Promise<Int>(on: queue) : Promise<Int>()
        dog.observe(promise) { values.record($0) }
        dog.observe(promise, on: queue) { values.record($0 + 10) }
        promise.whenFulfilled { values.record($0 + 20) }
        promise.fulfill(1)
        dog.observe(promise) { values.record($0 + 30) }
        dog.observe(promise, on: queue) { values.record($0 + 40) }
        promise.whenFulfilled { values.record($0 + 50) }
        queue.sync {}
        #expect(values.values.sorted() == [1, 11, 21, 31, 41, 51])
        #expect(!dog.isObserving(promise))
    }

    @Test func `late observers get the author, or the promise once the author is dead`() {
        let promise = Promise<Int>(), authors = LockedBox<[AnyObject]>([])
        do {
            let author = Mortal()
            promise.fulfill(1, as: author)
            promise.whenFulfilled { _, given in
                authors.withLock { [id = ObjectIdentifier(author)] in
                    if ObjectIdentifier(given) != id { $0.append(given) }
                }
            }
        }
        promise.whenFulfilled { _, given in authors.withLock { $0.append(given) } }
        let stored = authors.withLock { $0 }
        #expect(stored.map { $0 === promise } == [true])
    }

    @Test func `fulfilling again from a handler changes nothing`() {
        let dog = Dog(), promise = Promise<Int>(), values = Recorder<Int>()
        for _ in 0..<2 {
            dog.observe(promise) { value in
                values.record(value)
                promise.fulfill(value + 1)
            }
        }
        promise.fulfill(1)
        promise.whenFulfilled { values.record($0) }
        #expect(values.values == [1, 1, 1])
    }

    @Test func `threads that race to fulfill agree on one value`() {
        for _ in 0..<150 {
            let promise = Promise<Int>(), values = Recorder<Int>()
            promise.whenFulfilled { values.record($0) }
            onThreads(3) { thread in
                promise.whenFulfilled { values.record($0) }
                promise.fulfill(thread)
                promise.whenFulfilled { values.record($0) }
            }
            #expect(values.count == 7)
            #expect(Set(values.values).count == 1)
        }
    }
}
