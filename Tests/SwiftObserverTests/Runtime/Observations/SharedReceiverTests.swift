import Testing

@testable import SwiftObserver

@Suite struct SharedReceiverTests {

    private final class Guest: Observer, Sendable {
        let receiver: Receiver
        init(_ receiver: Receiver) { self.receiver = receiver }
    }

    @Test func `of observers that share a receiver, each is called for as long as it lives`() {
        let messenger = Messenger<Int>(), receiver = Receiver(), heard = Recorder<String>()
        var guests = ["first", "second", "third"].map { name in
            let guest = Guest(receiver)
            guest.observe(messenger) { heard.record("\(name) \($0)") }
            return guest
        }
        messenger.send(1)
        #expect(heard.values == ["first 1", "second 1", "third 1"])
        heard.clear()
        guests.removeFirst()
        messenger.send(2)
        #expect(heard.values == ["second 2", "third 2"])
        heard.clear()
        guests.removeLast()
        messenger.send(3)
        #expect(heard.values == ["second 3"])
        #expect(messenger.office.observationCount == 1)
        withExtendedLifetime(guests) {}
    }

    @Test func `an observer at the address of a dead one is not mistaken for it`() {
        let messenger = Messenger<Int>(), receiver = Receiver(), heard = Recorder<Int>(), count = 1000
        for number in 0..<count {
            let guest = Guest(receiver)
            guest.observe(messenger) { heard.record($0) }
            messenger.send(number)
            withExtendedLifetime(guest) {}
        }
        #expect(heard.values == Array(0..<count))
        messenger.send(count)
        #expect(heard.count == count)
        #expect(messenger.office.observationCount == 0)
    }

    @Test func `observers that share a receiver are held while their handlers run`() {
        let messenger = Messenger<Int>(), receiver = Receiver(), guests = LockedBox<[Guest]>([])
        let deaths = Recorder<Bool>()
        for _ in 0..<2 {
            let guest = Guest(receiver), box = WeakBox(guest)
            guest.observe(messenger) { _ in
                guests.withLock { $0 = $0.filter { $0 !== box.object } }
                deaths.record(!box.isAlive)
            }
            guests.withLock { $0.append(guest) }
        }
        messenger.send(1)
        #expect(deaths.values == [false, false])
        #expect(guests.withLock { $0.isEmpty })
        messenger.send(2)
        #expect(deaths.count == 2)
    }

    @Test func `who borrows the receiver of the shared free observer can die nevertheless`() {
        let messenger = Messenger<Int>(), heard = Recorder<Int>()
        var guest: Guest? = Guest(FreeObserver.shared.receiver)
        guest?.observe(messenger) { heard.record($0) }
        messenger.send(1)
        guest = nil
        messenger.send(2)
        #expect(heard.values == [1])
        #expect(messenger.office.observationCount == 0)
    }

    @Test func `to stop one of many ends what it should, whichever side is searched`() {
        let dog = Dog(), messengers = (0..<40).map { _ in Messenger<Int>() }, crowded = Messenger<Int>()
        let heard = Recorder<Int>(), others = (0..<100).map { _ in Dog() }
        for (index, messenger) in messengers.enumerated() { dog.observe(messenger) { _ in heard.record(index) } }
        for other in others + [dog, dog] { other.observe(crowded) { _ in heard.record(-1) } }
        dog.stopObserving(messengers[7])
        dog.stopObserving(crowded)
        #expect(!dog.isObserving(messengers[7]) && !dog.isObserving(crowded) && dog.isObserving(messengers[8]))
        for messenger in messengers { messenger.send(0) }
        #expect(heard.values == (0..<40).filter { $0 != 7 })
        heard.clear()
        crowded.send(0)
        #expect(heard.count == others.count)
        dog.stopObserving()
        heard.clear()
        for messenger in messengers { messenger.send(0) }
        #expect(heard.values.isEmpty)
        withExtendedLifetime((dog, others)) {}
    }
}
