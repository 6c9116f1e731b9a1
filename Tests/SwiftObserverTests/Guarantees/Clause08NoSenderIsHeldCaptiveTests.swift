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
}
