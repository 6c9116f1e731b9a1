import Dispatch
import SwiftObserver
import Testing

/// A queue receives messages in the order of sending, even from a busy observable.
@Suite struct Clause13BusyObservables {

    @Test func `what a handler sends through several observables reaches a queue in the order of sending`() {
        let dog = Dog(), x = Messenger<Int>(), y = Messenger<Int>(), log = Recorder<String>()
        let queue = DispatchQueue(label: "queue")
        dog.observe(x, on: queue) { log.record("x\($0)") }
        dog.observe(y, on: queue) { log.record("y\($0)") }
        dog.observe(x) {
            guard $0 == 1 else { return }
            x.send(2)
            y.send(1)
        }
        x.send(1)
        queue.sync {}
        #expect(log.values == ["x1", "x2", "y1"])
    }

    @Test func `a queue needn't wait for a slow handler in place`() {
        let dog = Dog(), x = Messenger<Int>(), y = Messenger<Int>(), log = Recorder<String>()
        let queue = DispatchQueue(label: "queue"), began = Gate(), go = Gate(), isBusy = DispatchGroup()
        dog.observe(x) { if $0 == 1 { began.open(); go.pass() } }
        dog.observe(x, on: queue) { log.record("x\($0)") }
        dog.observe(y, on: queue) { log.record("y\($0)") }
        DispatchQueue(label: "other").async(group: isBusy) { x.send(1) }
        #expect(began.pass())
        x.send(2)
        y.send(1)
        queue.sync {}
        #expect(log.values == ["x1", "x2", "y1"])
        go.open()
        isBusy.wait()
        queue.sync {}
        #expect(log.count == 3)
    }

    @Test(arguments: [false, true])
    func `a queue gets messages at the time of sending from observables that deliver on a queue, too`(isSame: Bool) {
        let queue = DispatchQueue(label: "queue"), delivering = isSame ? queue : DispatchQueue(label: "delivering")
        let dog = Dog(), log = Recorder<Int>(), inPlace = Recorder<Int>(), number = 1500
        let x = Messenger<Int>(on: delivering), y = Messenger<Int>(), value = Var(0, on: delivering)
        dog.observe(x, on: queue) { log.record($0) }
        dog.observe(y, on: queue) { log.record($0) }
        dog.observe(value.startingWithLatest(), on: queue) { log.record($0.new) }
        dog.observe(x) { inPlace.record($0) }
        if !isSame { delivering.suspend() }
        for index in 0..<number {
            x.send(3 * index + 1)
            y.send(3 * index + 2)
            value <- 3 * index + 3
        }
        queue.sync {}
        let isInOrder = log.values == Array(0...3 * number)
        #expect(isInOrder)
        if !isSame {
            #expect(inPlace.values == [])
            delivering.resume()
        }
        delivering.sync {}
        #expect(inPlace.count == number)
    }

    @Test func `the last words and the end of an observable on a queue need not wait for that queue either`() {
        let queue = DispatchQueue(label: "queue"), delivering = DispatchQueue(label: "delivering")
        let dog = Dog(), log = Recorder<Int>(), deaths = Recorder<Int>(), promise = Promise<Int>(on: delivering)
        var messenger: Messenger<Int>? = Messenger(on: delivering)
        dog.observe(messenger!, on: queue) { [mortal = Mortal { deaths.record(1) }] in
            mortal.touch()
            log.record($0)
        }
        delivering.suspend()
        messenger!.send(1)
        messenger = nil
        promise.fulfill(2)
        dog.observe(promise, on: queue) { log.record($0) }
        queue.sync {}
        #expect(log.values == [1, 2])
        #expect(deaths.values == [1])
        delivering.resume()
    }

    @Test func `threads that share observables each find their order on the queue`() {
        let dog = Dog(), observables = [Messenger<Int>(), Messenger<Int>()], queue = DispatchQueue(label: "queue")
        let received = (0..<4).map { _ in Recorder<Int>() }
        for observable in observables { dog.observe(observable, on: queue) { received[$0 % 4].record($0 / 4) } }
        onThreads(4) { thread in
            for index in 0..<1000 { observables[index % 2].send(4 * index + thread) }
        }
        queue.sync {}
        for recorder in received { #expect(recorder.values == Array(0..<1000)) }
    }
}
