import Dispatch
import SwiftObserver
import Testing

/// A queue gets messages in the order of sending even if an observable is busy when they're sent.
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
