import SwiftObserver
import Testing

@Suite struct Clause02ExactlyTheMessagesInBetween {

    @Test func `an observation that starts in a handler only gets what is sent afterwards`() {
        let messenger = Messenger<Int>(), early = Dog(), late = Dog(), messages = Recorder<Int>()
        early.observe(messenger) {
            guard $0 == 1 else { return }
            messenger.send(2)
            late.observe(messenger) { messages.record($0) }
            messenger.send(3)
        }
        messenger.send(1)
        messenger.send(4)
        #expect(messages.values == [3, 4])
    }

    @Test func `what was in line already is not for an observation that starts on another thread`() {
        let messenger = Messenger<Int>(), delivery = HeldDelivery(on: messenger), dog = Dog()
        let messages = Recorder<Int>()
        #expect(delivery.begin())
        messenger.send(1)
        dog.observe(messenger) { messages.record($0) }
        messenger.send(2)
        #expect(delivery.end())
        messenger.send(3)
        #expect(messages.values == [2, 3])
    }

    @Test func `each observation gets each message once, also if one observer has several`() {
        let messenger = Messenger<Int>(), dog = Dog(), first = Recorder<Int>(), second = Recorder<Int>()
        dog.observe(messenger) { first.record($0) }
        messenger.send(1)
        dog.observe(messenger) { second.record($0) }
        messenger.send(2)
        messenger.send(3)
        #expect(first.values == [1, 2, 3])
        #expect(second.values == [2, 3])
    }

    @Test func `an observer that leaves and comes back misses what was sent between`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        for message in 1...6 {
            if message % 2 == 1 { dog.observe(messenger) { messages.record($0) } }
            messenger.send(message)
            if message % 2 == 1 { dog.stopObserving(messenger) }
        }
        #expect(messages.values == [1, 3, 5])
    }

    @Test func `amid sending threads each observation gets a piece of the order without a gap`() {
        let messenger = Messenger<Int>(), witness = Dog(), order = Recorder<Int>(), finished = Gate()
        witness.observe(messenger) {
            order.record($0)
            if $0 == -1 { finished.open() }
        }
        let sends = 800, rounds = 60, pieces = Recorder<Recorder<Int>>()
        onThreads(4) { thread in
            if thread < 2 {
                for index in 0..<sends { messenger.send(thread * sends + index) }
            } else {
                let dog = Dog()
                for round in 0..<rounds {
                    let piece = Recorder<Int>()
                    pieces.record(piece)
                    dog.observe(messenger) { piece.record($0) }
                    messenger.send(thread * sends + round)
                    dog.stopObserving(messenger)
                }
            }
        }
        messenger.send(-1)
        #expect(finished.pass())
        #expect(order.values.count == 2 * sends + 2 * rounds + 1)
        let positions = Dictionary(uniqueKeysWithValues: order.values.enumerated().map { ($1, $0) })
        for piece in pieces.values.map(\.values) {
            guard let first = piece.first.flatMap({ positions[$0] }) else { continue }
            #expect(piece == Array(order.values[first..<first + piece.count]))
        }
    }
}
