import SwiftObserver
import Synchronization
import Testing

@Suite struct Clause03OneAtATime {

    @Test func `a message waits until all handlers have returned from the one before`() {
        let messenger = Messenger<Int>(), dogs = [Dog(), Dog()], log = Recorder<String>()
        for (index, dog) in dogs.enumerated() {
            dog.observe(messenger) {
                log.record("\(index) begins \($0)")
                if $0 < 3 && index == 0 { messenger.send($0 + 1) }
                log.record("\(index) ends \($0)")
            }
        }
        messenger.send(1)
        let expected = (1...3).flatMap { message in
            (0...1).flatMap { ["\($0) begins \(message)", "\($0) ends \(message)"] }
        }
        #expect(log.values == expected)
        withExtendedLifetime(dogs) {}
    }

    @Test func `while a handler is held on its thread no other thread begins the next message`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        let delivery = HeldDelivery(on: messenger)
        #expect(delivery.begin())
        messenger.send(1)
        onOtherThread { messenger.send(2) }
        #expect(messages.values == [0])
        #expect(delivery.end())
        #expect(messages.values == [0, 1, 2])
    }

    @Test func `no handlers of one observable overlap when many threads send`() {
        let messenger = Messenger<Int>(), dogs = [Dog(), Dog()], room = Room(), finished = Gate()
        for dog in dogs { dog.observe(messenger) { _ in room.visit() } }
        dogs[1].observe(messenger) { if $0 == -1 { finished.open() } }
        onThreads(4) { _ in for index in 0..<800 { messenger.send(index) } }
        messenger.send(-1)
        #expect(finished.pass())
        #expect(room.visits == 2 * (4 * 800 + 1))
        #expect(room.encounters == 0)
        withExtendedLifetime(dogs) {}
    }

    @Test func `a combined observation does not overlap itself when its observables are set on several threads`() {
        let a = Var(0), b = Var(0), c = Var(0), dog = Dog(), room = Room(), finished = Gate()
        dog.observe(a, b, c) { _, _, _ in
            room.visit()
            if room.visits == 3 * 600 { finished.open() }
        }
        onThreads(3) { thread in for value in 1...600 { [a, b, c][thread].value = value } }
        #expect(finished.pass())
        #expect(room.encounters == 0)
    }
}

/// Detects two visitors that are in at the same time.
private final class Room: Sendable {
    private let visitors = Atomic(0), all = Atomic(0), met = Atomic(0)
    var visits: Int { all.load(ordering: .sequentiallyConsistent) }
    var encounters: Int { met.load(ordering: .sequentiallyConsistent) }
    func visit() {
        if visitors.add(1, ordering: .sequentiallyConsistent).oldValue != 0 {
            met.add(1, ordering: .sequentiallyConsistent)
        }
        all.add(1, ordering: .sequentiallyConsistent)
        visitors.subtract(1, ordering: .sequentiallyConsistent)
    }
}
