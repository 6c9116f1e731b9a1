import SwiftObserver
import Testing

@Suite struct Clause01OneOrder {

    @Test func `a message that a handler sends comes second for observers that are called later, too`() {
        let messenger = Messenger<Int>(), early = Dog(), late = Dog()
        let seenEarly = Recorder<Int>(), seenLate = Recorder<Int>()
        early.observe(messenger) {
            if $0 == 1 { messenger.send(2) }
            seenEarly.record($0)
        }
        late.observe(messenger) { seenLate.record($0) }
        messenger.send(1)
        #expect(seenEarly.values == [1, 2])
        #expect(seenLate.values == [1, 2])
    }

    @Test func `a send that returned comes before one that begins later on any thread`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        let delivery = HeldDelivery(on: messenger)
        #expect(delivery.begin())
        messenger.send(1)
        onOtherThread { messenger.send(2) }
        messenger.send(3)
        onOtherThread { messenger.send(4) }
        #expect(delivery.end())
        #expect(messages.values == [0, 1, 2, 3, 4])
    }

    @Test func `starting and sending on several threads have one order`() {
        let messenger = Messenger<Int>(), delivery = HeldDelivery(on: messenger)
        let dogs = [Dog(), Dog(), Dog()], messages = [Recorder<Int>(), Recorder<Int>(), Recorder<Int>()]
        #expect(delivery.begin())
        for index in dogs.indices {
            let dog = dogs[index], recorder = messages[index]
            onOtherThread { dog.observe(messenger) { recorder.record($0) } }
            messenger.send(index + 1)
        }
        #expect(delivery.end())
        #expect(messages.map(\.values) == [[1, 2, 3], [2, 3], [3]])
        withExtendedLifetime(dogs) {}
    }

    @Test func `observers agree on the order of what many threads send`() {
        let messenger = Messenger<Int>(), dogs = [Dog(), Dog(), Dog()]
        let messages = [Recorder<Int>(), Recorder<Int>(), Recorder<Int>()], finished = Gate()
        for (dog, recorder) in zip(dogs, messages) { dog.observe(messenger) { recorder.record($0) } }
        dogs[2].observe(messenger) { if $0 == -1 { finished.open() } }
        let threads = 4, sends = 700
        onThreads(threads) { thread in
            for index in 0..<sends { messenger.send(thread * sends + index) }
        }
        messenger.send(-1)
        #expect(finished.pass())
        #expect(messages[0].values.count == threads * sends + 1)
        #expect(messages[0].values == messages[1].values)
        #expect(messages[0].values == messages[2].values)
        for thread in 0..<threads {
            let sent = thread * sends..<(thread + 1) * sends
            #expect(messages[0].values.filter(sent.contains) == Array(sent))
        }
        withExtendedLifetime(dogs) {}
    }
}
