import Dispatch
import SwiftObserver
import Synchronization
import Testing

@Suite struct Clause09EndedMeansEnded {

    @Test(arguments: [false, true])
    func `a combined observation that ends while it asks for the latest messages calls no handler`(isHopped: Bool) {
        let dog = Dog(), a = Var(1), b = Var(2), queue = DispatchQueue(label: "queue"), calls = Recorder<Int>()
        let map = b.map { update in
            dog.stopObserving()
            return update.new
        }
        if isHopped {
            dog.observe(a, map, on: queue) { update, _ in calls.record(update.new) }
        } else {
            dog.observe(a, map) { update, _ in calls.record(update.new) }
        }
        a.value = 3
        queue.sync {}
        #expect(calls.values == [])
    }

    @Test(arguments: Ending.allCases)
    func `whom a handler stops doesn't get the message that is being delivered`(_ ending: Ending) {
        let messenger = Messenger<Int>(), stopper = FreeObserver(), messages = Recorder<Int>()
        let dog = LockedBox<Dog?>(Dog())
        stopper.observe(messenger) { if $0 == 2 { ending.end(dog, messenger) } }
        dog.withLock { $0 }?.observe(messenger) { messages.record($0) }
        messenger.send(1)
        messenger.send(2)
        messenger.send(3)
        #expect(messages.values == [1])
    }

    @Test(arguments: Ending.allCases)
    func `who is stopped in its own handler doesn't get what is in line`(_ ending: Ending) {
        let messenger = Messenger<Int>(), messages = Recorder<Int>()
        let dog = LockedBox<Dog?>(Dog())
        dog.withLock { $0 }?.observe(messenger) {
            messages.record($0)
            messenger.send($0 + 1)
            ending.end(dog, messenger)
        }
        messenger.send(1)
        #expect(messages.values == [1])
    }

    @Test(arguments: Ending.allCases)
    func `whom another thread stops while a delivery is held gets nothing more`(_ ending: Ending) {
        let messenger = Messenger<Int>(), delivery = HeldDelivery(on: messenger), messages = Recorder<Int>()
        let dog = LockedBox<Dog?>(Dog())
        dog.withLock { $0 }?.observe(messenger) { messages.record($0) }
        #expect(delivery.begin())
        messenger.send(1)
        ending.end(dog, messenger)
        messenger.send(2)
        #expect(delivery.end())
        messenger.send(3)
        #expect(messages.values == [])
    }

    @Test func `stopping doesn't wait for the handler that another thread is calling, and no further call begins`() {
        let messenger = Messenger<Int>(), dog = Dog(), log = Recorder<String>()
        let began = Gate(), mayEnd = Gate(), ended = Gate()
        dog.observe(messenger) {
            log.record("began \($0)")
            began.open()
            mayEnd.pass()
            log.record("ended \($0)")
        }
        DispatchQueue(label: "sender").async {
            messenger.send(1)
            ended.open()
        }
        #expect(began.pass())
        messenger.send(2)
        dog.stopObserving(messenger)
        log.record("stopped")
        #expect(!dog.isObserving(messenger))
        mayEnd.open()
        #expect(ended.pass())
        #expect(log.values == ["began 1", "stopped", "ended 1"])
    }

    @Test func `stopping on the queue to which an observation is hopped revokes what waits there`() {
        let messenger = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue"), messages = Recorder<Int>()
        dog.observe(messenger, on: queue) { messages.record($0) }
        queue.sync {
            messenger.send(1)
            dog.stopObserving(messenger)
        }
        queue.sync {}
        #expect(messages.values == [])
        dog.observe(messenger, on: queue) { [weak dog] in
            messages.record($0)
            dog?.stopObserving(messenger)
        }
        queue.sync { for message in 2...4 { messenger.send(message) } }
        queue.sync {}
        #expect(messages.values == [2])
    }

    @Test(arguments: 1...3)
    func `a stopped handler is released before the next message in line`(_ lastMessage: Int) {
        let messenger = Messenger<Int>(), dog = Dog(), witness = Dog(), log = Recorder<String>()
        dog.observe(messenger) { [mortal = Mortal { log.record("released") }, weak dog] message in
            mortal.touch()
            if message == 1 { for message in 2...4 { messenger.send(message) } }
            if message == lastMessage { dog?.stopObserving(messenger) }
        }
        witness.observe(messenger) { log.record("message \($0)") }
        messenger.send(1)
        var expected = (1...4).map { "message \($0)" }
        expected.insert("released", at: lastMessage)
        #expect(log.values == expected)
    }

    @Test func `at most one call begins after stopping amid sending threads`() {
        let messenger = Messenger<Int>(), lateCalls = Recorder<Int>(), threads = 4
        onThreads(threads) { thread in
            if thread < 2 {
                for message in 0..<1500 { messenger.send(message) }
            } else {
                let dog = Dog()
                for _ in 0..<300 {
                    let observation = Watch()
                    dog.observe(messenger) { _ in observation.call() }
                    messenger.send(0)
                    dog.stopObserving(messenger)
                    observation.end()
                    lateCalls.record(observation.lateCalls)
                }
            }
        }
        #expect(lateCalls.values.allSatisfy { $0 <= 1 })
    }
}

/// Counts calls that begin after the end.
private final class Watch: Sendable {
    private let isEnded = Atomic(false), calls = Atomic(0)
    var lateCalls: Int { calls.load(ordering: .sequentiallyConsistent) }
    func end() { isEnded.store(true, ordering: .sequentiallyConsistent) }
    func call() {
        if isEnded.load(ordering: .sequentiallyConsistent) { calls.add(1, ordering: .sequentiallyConsistent) }
    }
}
