import Dispatch
import Testing

@testable import SwiftObserver

@Suite struct LettersTests {

    @Test func `a letter knows its author, if anyone wants to know`() {
        let messenger = Messenger<Int>(), dog = Dog(), author = Mortal(), log = Recorder<Bool>()
        dog.observe(messenger) { [weak messenger] message, sender in
            if message == 1 { messenger?.send(2, from: author) } else { log.record(sender === author) }
        }
        messenger.send(1)
        #expect(log.values == [true])
    }

    @Test func `a letter doesn't refer to its author if nobody wants to know`() {
        let messenger = Messenger<Int>(), dog = Dog(), author = Mortal(), log = Recorder<UInt>()
        dog.observe(messenger) { [weak messenger] message in
            if message == 1 { messenger?.send(2, from: author) }
            log.record(UInt(_getWeakRetainCount(author)))
        }
        let before = UInt(_getWeakRetainCount(author))
        messenger.send(1)
        #expect(log.values == [before, before])
    }

    @Test func `a letter to a single observer knows its author`() {
        let queue = DispatchQueue(label: "queue"), promise = Promise<Int>(on: queue), dog = Dog(), author = Mortal()
        let log = Recorder<Bool>()
        promise.fulfill(1, as: author)
        dog.observe(promise) { _, sender in log.record(sender === author) }
        queue.sync {}
        #expect(log.values == [true])
    }

    @Test func `a letter that is message and farewell reaches everyone before anyone stops observing`() {
        let queue = DispatchQueue(label: "queue"), promise = Promise<Int>(on: queue), one = Dog(), other = Dog()
        let log = Recorder<Bool>()
        one.observe(promise) { _ in }
        other.observe(promise) { _ in log.record(one.isObserving(promise)) }
        promise.fulfill(1)
        queue.sync {}
        #expect(log.values == [true])
        #expect(!one.isObserving(promise))
        #expect(!other.isObserving(promise))
    }

    @Test func `a farewell reaches those who observe a messenger on a queue`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), deaths = Recorder<Int>()
        do {
            let messenger = Messenger<Int>(on: queue), captured = Mortal { deaths.record(1) }
            dog.observe(messenger) { _ in captured.touch() }
        }
        queue.sync {}
        #expect(deaths.values == [1])
    }

    @Test(arguments: [false, true], [0, 1, 3])
    func `the office of a messenger on a queue dies behind the last letter`(diesInLine: Bool, count: Int) {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), others = [Dog(), Dog()], log = Recorder<Int>()
        weak var office: PostOffice?
        queue.suspend()
        do {
            let messenger = Messenger<Int>(on: queue)
            office = messenger.office
            dog.observe(messenger) { [weak messenger] message in
                log.record(message)
                // Other observers leave during a batch, and letters arrive during delivery.
                if message < 2 { others[message].stopObserving() }
                if message < 3 { messenger?.send(message + 10) }
            }
            for other in others { other.observe(messenger) { _ in } }
            for number in 0..<count { messenger.send(number) }
            if !diesInLine {
                queue.resume()
                queue.sync {}
            }
        }
        if diesInLine { queue.resume() }
        queue.sync {}
        let answers = (0..<count).map { $0 + 10 }
        #expect(log.values == (diesInLine ? Array(0..<count) : (0..<count) + answers))
        #expect(office == nil)
    }

    @Test(arguments: [0, 1, 3], [false, true])
    func `letters of a messenger on a queue hold its office when nobody else does`(count: Int, isFarewellSent: Bool) {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), deaths = Recorder<Int>(), log = Recorder<Int>()
        weak var office: PostOffice?
        queue.suspend()
        do {
            let messenger = Messenger<Mortal>(on: queue)
            office = messenger.office
            dog.observe(messenger) { _ in log.record(1) }
            for number in 0..<count { messenger.send(Mortal { deaths.record(number) }) }
            if !isFarewellSent { dog.stopObserving() }
        }
        dog.stopObserving()
        #expect(deaths.count == 0)
        #expect((office != nil) == (count > 0 || isFarewellSent))
        queue.resume()
        queue.sync {}
        #expect(deaths.values == Array(0..<count))
        #expect(log.count == 0)
        #expect(office == nil)
    }

    @Test func `who starts to observe a messenger on a queue by way of another queue gets no earlier message`() {
        let queue = DispatchQueue(label: "queue"), other = DispatchQueue(label: "other"), log = Recorder<Int>()
        let messenger = Messenger<Int>(on: queue), dog = Dog(), late = Dog()
        dog.observe(messenger) { _ in }
        queue.suspend()
        messenger.send(1)
        late.observe(messenger, on: other) { log.record($0) }
        messenger.send(2)
        queue.resume()
        queue.sync {}
        other.sync {}
        #expect(log.values == [2])
    }

    @Test func `who stops observing a messenger on a queue is gone before the next message`() {
        let queue = DispatchQueue(label: "queue"), deaths = Recorder<Int>()
        let messenger = Messenger<Int>(on: queue), dog = Dog(), cat = Dog(), deathsSeen = Recorder<Int>()
        do {
            let captured = Mortal { deaths.record(1) }
            cat.observe(messenger) { _ in captured.touch() }
        }
        dog.observe(messenger) {
            if $0 == 1 { cat.stopObserving(messenger) }
            deathsSeen.record(deaths.count)
        }
        queue.suspend()
        messenger.send(1)
        messenger.send(2)
        queue.resume()
        queue.sync {}
        #expect(deathsSeen.values == [0, 1])
    }
}
