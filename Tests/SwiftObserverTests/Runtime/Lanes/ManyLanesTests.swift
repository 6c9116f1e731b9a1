import Dispatch
import Testing

@testable import SwiftObserver

/// Messages to many lanes. Starts and ends don't wait until a message has reached all of them.
@Suite struct ManyLanesTests {

    private let queues = (0..<100).map { DispatchQueue(label: "queue \($0)") }

    @Test func `whoever starts or ends doesn't wait for a message to reach all lanes`() {
        let messenger = Messenger<Int>(), dog = Dog(), cat = Dog(), log = Recorder<Int>()
        for queue in queues { dog.observe(messenger, on: queue) { log.record($0) } }
        let lane = Lane(of: queues[50]), isLaneTaken = Gate(), mayGoOn = Gate(), hasSent = Gate()
        let taker = DispatchQueue(label: "taker"), sender = DispatchQueue(label: "sender")
        taker.async {
            lane.withLock {
                isLaneTaken.open()
                mayGoOn.pass()
            }
        }
        #expect(isLaneTaken.pass())
        sender.async {
            messenger.send(1)
            hasSent.open()
        }
        // The message has reached the lanes before the taken one, and the sender waits for that
        // lane.
        while log.count < 50 {}
        cat.observe(messenger, on: queues[0]) { log.record(-$0) }
        cat.observe(messenger) { log.record(-$0) }
        #expect(cat.isObserving(messenger))
        cat.stopObserving(messenger)
        cat.observe(messenger) { log.record(10 * $0) }
        #expect(!hasSent.isOpen)

        mayGoOn.open()
        #expect(hasSent.pass())
        for queue in queues { queue.sync {} }
        #expect(log.values == Array(repeating: 1, count: 100))
        messenger.send(2)
        for queue in queues { queue.sync {} }
        #expect(log.values.filter { $0 == 2 }.count == 100)
        #expect(log.values.filter { $0 == 20 }.count == 1)
    }

    @Test func `a message to many lanes that is the last one ends all observations`() {
        let promise = Promise<Int>(), dog = Dog(), log = Recorder<Int>()
        for queue in queues { dog.observe(promise, on: queue) { log.record($0) } }
        promise.fulfill(1)
        for queue in queues { queue.sync {} }
        #expect(log.values == Array(repeating: 1, count: 100))
        #expect(promise.office.observationCount == 0)
    }

    @Test func `all lanes get the messages of all threads in one order, and then the end`() {
        var messenger: Messenger<Int>? = Messenger()
        let dog = Dog(), logs = queues.map { _ in Recorder<Int>() }, inPlace = Recorder<Int>(), deaths = Recorder<Int>()
        dog.observe(messenger!) { inPlace.record($0) }
        for (queue, log) in zip(queues, logs) {
            dog.observe(messenger!, on: queue) { [mortal = Mortal { deaths.record(log.count) }] in
                mortal.touch()
                log.record($0)
            }
        }
        let sends = 100
        onThreads(3) { [messenger = messenger!] thread in
            for index in 0..<sends { messenger.send(sends * thread + index) }
        }
        for queue in queues { queue.sync {} }
        let order = inPlace.values
        #expect(order.count == 3 * sends)
        for log in logs { #expect(log.values == order) }
        messenger = nil
        for queue in queues { queue.sync {} }
        #expect(deaths.values == Array(repeating: 3 * sends, count: queues.count))
    }

    @Test func `a variable, and what starts with its value, goes through many lanes, too`() {
        let number = Var(0), dog = Dog(), logs = queues.map { _ in Recorder<Int>() }
        for (queue, log) in zip(queues, logs) {
            dog.observe(number.startingWithLatest(), on: queue) { log.record($0.new) }
        }
        onThreads(3) { _ in for _ in 0..<100 { number.value += 1 } }
        for queue in queues { queue.sync {} }
        for log in logs { #expect(log.values == Array(0...300)) }
    }
}
