import Dispatch
import SwiftObserver
import Testing

@Suite struct Clause08NoSenderIsHeldCaptive {

    @Test func `a thread that always finds one more message of others returns from send`() {
        let messenger = Messenger<Int>(), dog = Dog(), finished = Gate(), returned = Gate()
        let messages = Recorder<Int>(), captive = Recorder<Int>(), last = 3000
        let own = DispatchQueue(label: "own"), isOwn = DispatchSpecificKey<Bool>()
        let others = DispatchQueue(label: "others")
        own.setSpecific(key: isOwn, value: true)
        dog.observe(messenger) { message in
            messages.record(message)
            if DispatchQueue.getSpecific(key: isOwn) == true { captive.record(message) }
            guard message < last else { return finished.open() }
            let isInLine = DispatchSemaphore(value: 0)
            others.async {
                messenger.send(message + 1)
                isInLine.signal()
            }
            isInLine.wait()
        }
        own.async {
            messenger.send(0)
            returned.open()
        }
        #expect(returned.pass())
        #expect(finished.pass())
        #expect(messages.values == Array(0...last))
        #expect(captive.values == Array(0...1000))
    }

    @Test func `what is left in line when a thread hands over keeps its order and its observers`() {
        let messenger = Messenger<Int>(), dog = Dog(), late = Dog(), finished = Gate()
        let messages = Recorder<Int>(), lateMessages = Recorder<Int>()
        dog.observe(messenger) { messages.record($0) }
        let delivery = HeldDelivery(on: messenger)
        #expect(delivery.begin())
        for message in 1...2500 { messenger.send(message) }
        late.observe(messenger) {
            lateMessages.record($0)
            if $0 == 5000 { finished.open() }
        }
        for message in 2501...4999 { messenger.send(message) }
        #expect(delivery.end())
        messenger.send(5000)
        #expect(finished.pass())
        #expect(messages.values == Array(0...5000))
        #expect(lateMessages.values == Array(2501...5000))
    }

    @Test func `a thread goes on with messages that it sent itself`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>()
        dog.observe(messenger) { message in
            messages.record(message)
            if message == 0 { for message in 1...3000 { messenger.send(message) } }
        }
        messenger.send(0)
        #expect(messages.values == Array(0...3000))
    }

    @Test func `nothing is lost, swapped or simultaneous while many threads hand over to the runtime`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>(), finished = Gate()
        let threads = 3, sends = 2000, overlaps = Recorder<Int>(), isBusy = LockedBox(false)
        dog.observe(messenger) { message in
            let wasBusy = isBusy.withLock { isBusy in
                defer { isBusy = true }
                return isBusy
            }
            if wasBusy { overlaps.record(message) }
            messages.record(message)
            isBusy.withLock { $0 = false }
            if message == -1 { finished.open() }
        }
        onThreads(threads) { thread in
            for index in 0..<sends { messenger.send(thread * sends + index) }
        }
        messenger.send(-1)
        #expect(finished.pass())
        #expect(overlaps.values == [])
        #expect(messages.count == threads * sends + 1)
        for thread in 0..<threads {
            let sent = thread * sends..<(thread + 1) * sends
            #expect(messages.values.filter(sent.contains) == Array(sent))
        }
    }

    @Test func `a thread that delivers as much for others as it may is free when nothing is left in line`() {
        for _ in 0..<20 {
            let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>(), delivery = OwnDelivery()
            let isDeliveredAtOnce = Recorder<Bool>()
            dog.observe(messenger) { message in
                if message == 0 { delivery.hold() }
                if delivery.isHere { messages.record(message) }
            }
            delivery.begin {
                messenger.send(0)
                messenger.send(1001)
                isDeliveredAtOnce.record(messages.values.last == 1001)
            }
            for message in 1...1000 { messenger.send(message) }
            #expect(delivery.end())
            #expect(isDeliveredAtOnce.values == [true])
            #expect(messages.values == Array(0...1001))
        }
    }

    @Test func `messages that a thread sends itself don't count, even among those of others`() {
        let messenger = Messenger<Int>(), dog = Dog(), messages = Recorder<Int>(), delivery = OwnDelivery()
        dog.observe(messenger) { message in
            if delivery.isHere { messages.record(message) }
            if message == 0 {
                delivery.hold()
                for number in 0..<2000 { messenger.send(10000 + number) }
            }
            if (10000..<20000).contains(message) { messenger.send(10000 + message) }
        }
        delivery.begin { messenger.send(0) }
        for message in 1...999 { messenger.send(message) }
        #expect(delivery.end())
        let isInOrder = messages.values == Array(0...999) + Array(10000..<12000) + Array(20000..<22000)
        #expect(isInOrder)
    }

    @Test func `what the handlers of a foreign message send is foreign, too`() {
        let messenger = Messenger<Int>(), dog = Dog(), delivery = OwnDelivery(), finished = Gate()
        let captive = Recorder<Int>(), messages = Recorder<Int>(), last = 5000
        dog.observe(messenger) { message in
            messages.record(message)
            if message == 0 { return delivery.hold() }
            if delivery.isHere { captive.record(message) }
            if message < last { messenger.send(message + 1) } else { finished.open() }
        }
        delivery.begin { messenger.send(0) }
        messenger.send(1)
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(captive.values == Array(1...1000))
        #expect(messages.values == Array(0...last))
    }

    @Test func `so is what they send through other observables that send it back`() {
        let messenger = Messenger<Int>(), other = Messenger<Int>(), dog = Dog(), delivery = OwnDelivery()
        let captive = Recorder<Int>(), finished = Gate(), last = 5000
        dog.observe(messenger) { message in
            if message == 0 { return delivery.hold() }
            if delivery.isHere { captive.record(message) }
            if message < last { other.send(message + 1) } else { finished.open() }
        }
        dog.observe(other) { messenger.send($0) }
        delivery.begin { messenger.send(0) }
        messenger.send(1)
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(captive.values == Array(1...1000))
    }

    @Test func `so is what they send through an observable that the thread delivers for itself`() {
        let messenger = Messenger<Int>(), outer = Messenger<Int>(), dog = Dog(), delivery = OwnDelivery()
        let captive = Recorder<Int>(), finished = Gate(), last = 5000
        dog.observe(outer) { messenger.send($0) }
        dog.observe(messenger) { message in
            if message == 0 { return delivery.hold() }
            if delivery.isHere { captive.record(message) }
            if message < last { outer.send(message + 1) } else { finished.open() }
        }
        delivery.begin { outer.send(0) }
        messenger.send(1)
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(captive.count <= 2001)
    }

    @Test func `so is what they send through an observable that is free`() {
        let messenger = Messenger<Int>(), free = Messenger<Int>(), dog = Dog(), delivery = OwnDelivery()
        let captive = Recorder<Int>(), finished = Gate(), last = 5000
        dog.observe(messenger) { if $0 == 0 { delivery.hold() } else { free.send($0) } }
        dog.observe(free) { message in
            if delivery.isHere { captive.record(message) }
            if message < last { free.send(message + 1) } else { finished.open() }
        }
        delivery.begin { messenger.send(0) }
        messenger.send(1)
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(captive.values == Array(1...1001))
    }

    @Test func `so is what is sent when the handler of a foreign message dies`() {
        let messenger = Messenger<Int>(), dog = Dog(), delivery = OwnDelivery(), finished = Gate()
        let captive = Recorder<Int>(), last = 5000
        dog.observe(messenger) { message in
            if message == 0 { return delivery.hold() }
            if delivery.isHere { captive.record(message) }
            if message == last { return finished.open() }
            observeOnce(messenger) { [mortal = Mortal { messenger.send(message + 1) }] _ in mortal.touch() }
                .stopObserving()
        }
        delivery.begin { messenger.send(0) }
        messenger.send(1)
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(captive.values == Array(1...1000))
    }

    @Test func `deliveries that were handed over don't wait for each other`() {
        let number = 40, dog = Dog(), free = Gate(), freed = DispatchGroup()
        let blocked = (0..<number).map { _ in Messenger<Int>() }, stranger = Messenger<Int>()
        for messenger in blocked {
            freed.enter()
            handOver(messenger, by: dog) {
                free.pass()
                freed.leave()
            }
        }
        handOver(stranger, by: dog) { free.open() }
        #expect(free.pass())
        #expect(freed.wait(timeout: .hangLimit) == .success)
    }

    /// Lets a thread deliver for others until it hands over. The handler of the last message calls
    /// the closure.
    private func handOver(_ messenger: Messenger<Int>, by dog: Dog, _ act: @escaping @Sendable () -> Void) {
        let delivery = OwnDelivery()
        dog.observe(messenger) { message in
            if message == 0 { delivery.hold() }
            if message == 1001 { act() }
        }
        delivery.begin { messenger.send(0) }
        for message in 1...1001 { messenger.send(message) }
        #expect(delivery.end())
    }

    @Test func `messages sent before, during and after a hand-over keep one order, one at a time`() {
        let messenger = Messenger<Int>(), dog = Dog(), delivery = OwnDelivery(), finished = Gate()
        let messages = Recorder<Int>(), overlaps = Recorder<Int>(), isBusy = LockedBox(false), last = 3000
        dog.observe(messenger) { message in
            if isBusy.withLock({ isBusy in
                defer { isBusy = true }
                return isBusy
            }) {
                overlaps.record(message)
            }
            if message == 0 { delivery.hold() }
            if message <= last { messenger.send(10000 + message) }
            messages.record(message)
            isBusy.withLock { $0 = false }
            if message == 10000 + last { finished.open() }
        }
        delivery.begin {
            messenger.send(0)
            for message in 0..<500 { messenger.send(20000 + message) }
        }
        for message in 1...last { messenger.send(message) }
        #expect(delivery.end())
        #expect(finished.pass())
        dog.stopObserving(messenger)
        #expect(overlaps.values == [])
        #expect(messages.values.filter { $0 <= last } == Array(0...last))
        #expect(messages.values.filter { (10000..<20000).contains($0) } == (0...last).map { 10000 + $0 })
        let late = messages.values.filter { $0 >= 20000 }
        #expect(late == Array(20000..<20000 + late.count))
    }

    @Test func `a message dies as soon as it's delivered, also after hand-overs`() {
        let messenger = Messenger<Note>(), dog = Dog(), delivery = OwnDelivery(), finished = Gate()
        let deaths = LockedBox(0), deathsSeen = Recorder<Int>(), last = 2900
        dog.observe(messenger) { note in
            if note.number == 0 { return delivery.hold() }
            deathsSeen.record(deaths.withLock { $0 })
            if note.number == last { finished.open() }
        }
        delivery.begin { messenger.send(Note(number: 0)) }
        for number in 1...last { messenger.send(Note(number: number, mortal: Mortal { deaths.withLock { $0 += 1 } })) }
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(deathsSeen.values == Array(0..<last))
    }

    @Test func `the last words of an observable arrive after a hand-over, and then its observations are released`() {
        let messenger = LockedBox<Messenger<Int>?>(Messenger()), dog = Dog(), delivery = OwnDelivery(),
            released = Gate()
        let messages = Recorder<Int>(), last = 2900
        messenger.withLock { $0 }?.observed { [mortal = Mortal { released.open() }] message in
            mortal.touch()
            if message == 0 { delivery.hold() }
        }
        dog.observe(messenger.withLock { $0 }!) { messages.record($0) }
        delivery.begin { messenger.withLock { $0 }?.send(0) }
        for message in 1...last { messenger.withLock { $0 }?.send(message) }
        messenger.withLock { $0 = nil }
        #expect(delivery.end())
        #expect(released.pass())
        #expect(messages.values == Array(0...last))
    }

    @Test func `whom a handler stops after a hand-over gets nothing more, and who came meanwhile what came later`() {
        let messenger = Messenger<Int>(), stopper = Dog(), dog = Dog(), late = Dog(), delivery = OwnDelivery()
        let messages = Recorder<Int>(), lateMessages = Recorder<Int>(), finished = Gate(), released = Gate()
        stopper.observe(messenger) { message in
            if message == 0 { delivery.hold() }
            if message == 1500 { dog.stopObserving(messenger) }
        }
        dog.observe(messenger) { [mortal = Mortal { released.open() }] message in
            mortal.touch()
            messages.record(message)
        }
        delivery.begin { messenger.send(0) }
        for message in 1...1800 { messenger.send(message) }
        late.observe(messenger) { message in
            lateMessages.record(message)
            if message == 1900 { finished.open() }
        }
        for message in 1801...1900 { messenger.send(message) }
        #expect(delivery.end())
        #expect(finished.pass())
        #expect(messages.values == Array(0..<1500))
        #expect(released.pass())
        #expect(lateMessages.values == Array(1801...1900))
    }
}

/// A thread that sends. A handler blocks it until the test releases it.
private final class OwnDelivery: Sendable {

    private let queue = DispatchQueue(label: "own delivery"), key = DispatchSpecificKey<Bool>()
    private let isHeld = Gate(), mayGoOn = Gate(), hasReturned = Gate()

    init() { queue.setSpecific(key: key, value: true) }

    /// Whether the caller runs on that thread.
    var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }

    /// Sends on that thread, and returns when a handler blocks it.
    func begin(_ send: @escaping @Sendable () -> Void) {
        queue.async { [hasReturned] in
            send()
            hasReturned.open()
        }
        isHeld.pass()
    }

    /// Blocks the calling thread.
    func hold() {
        isHeld.open()
        mayGoOn.pass()
    }

    /// Releases the blocked thread, and returns whether its send has returned.
    func end() -> Bool {
        mayGoOn.open()
        return hasReturned.pass()
    }
}

private struct Note: Sendable {
    let number: Int
    var mortal: Mortal?
}
