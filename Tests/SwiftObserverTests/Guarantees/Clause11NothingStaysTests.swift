import Dispatch
import SwiftObserver
import Synchronization
import Testing

@Suite struct Clause11NothingStaysBehind {

    @Test(arguments: Ending.allCases)
    func `what a handler holds dies when the observation ends`(ending: Ending) {
        var dog: Dog? = Dog(), messenger: Messenger<Int>? = Messenger<Int>()
        let deaths = Recorder<Int>()
        dog?.observe(messenger!, receive: captive(deaths))
        messenger?.send(1)
        #expect(deaths.count == 0)

        switch ending {
        case .stopObservingIt: dog?.stopObserving(messenger!)
        case .stopObserving: dog?.stopObserving()
        case .stopBeingObservedByIt: messenger?.stopBeingObserved(by: dog!)
        case .stopBeingObserved: messenger?.stopBeingObserved()
        case .deathOfObserver: dog = nil
        case .deathOfObservable: messenger = nil
        }
        #expect(deaths.count == 1)
    }

    enum Ending: CaseIterable {
        case stopObservingIt, stopObserving, stopBeingObservedByIt, stopBeingObserved, deathOfObserver
        case deathOfObservable
    }

    @Test(arguments: [1, 2, 3])
    func `a handler stopped during a delivery is released before the next message`(stoppingMessage: Int) {
        let dog = Dog(), other = Dog(), messenger = Messenger<Int>()
        let deaths = Recorder<Int>(), deathsSeen = Recorder<Int>()
        dog.observe(messenger) { message in
            deathsSeen.record(deaths.count)
            if message == 1 { (2...5).forEach { messenger.send($0) } }
            if message == stoppingMessage { other.stopObserving(messenger) }
        }
        other.observe(messenger, receive: captive(deaths))

        messenger.send(1)
        #expect(deathsSeen.values == (1...5).map { $0 > stoppingMessage ? 1 : 0 })
    }

    @Test func `after a hand-over, too, even if the thread that began the delivery hasn't returned yet`() {
        let left = Var(0), right = Var(0), both = left +++ right, dog = Dog(), other = Dog(), last = 1600
        let begun = Gate(), mayGoOn = Gate(), returned = Gate(), mayReturn = Gate(), finished = Gate()
        let deaths = Recorder<Int>(), deathsSeen = Recorder<Int>()
        dog.observe(left) { update in
            if update.new == 1, update.old == 0 {
                begun.open()
                mayGoOn.pass()
            }
            if update.new == 1500 { other.stopObserving(left) }
            if update.new > 1500 { deathsSeen.record(deaths.count) }
            if update.new == last { finished.open() }
        }
        // the thread sends this update only after those of the left variable
        dog.observe(right) { _ in mayReturn.pass() }
        other.observe(left, receive: captive(deaths))
        DispatchQueue(label: "own").async {
            both <- 1 +++ 1
            returned.open()
        }
        #expect(begun.pass())
        for value in 2...last { left <- value }
        mayGoOn.open()
        #expect(finished.pass())
        #expect(deathsSeen.values == Array(repeating: 1, count: last - 1500))
        mayReturn.open()
        #expect(returned.pass())
    }

    @Test func `a hopped handler is released when the queue has run past the letters that wait for it`() {
        let queue = DispatchQueue(label: "queue"), dog = Dog(), other = Dog(), messenger = Messenger<Int>()
        let deaths = Recorder<Int>(), deathsSeen = Recorder<Int>()
        dog.observe(messenger, on: queue, receive: captive(deaths))
        queue.suspend()
        messenger.send(1)
        dog.stopObserving(messenger)
        other.observe(messenger, on: queue) { _ in deathsSeen.record(deaths.count) }
        messenger.send(2)
        #expect(deaths.count == 0)

        queue.resume()
        queue.sync {}
        #expect(deathsSeen.values == [1])
        #expect(deaths.count == 1)
    }

    @Test(arguments: Latest.allCases)
    fileprivate func `an observation that was to start with a message that waits is released when it ends`(
        _ latest: Latest
    ) {
        let number = Var(0), thermometer = Thermometer(), map = number.map { $0.new }
        let dog = Dog(), cat = Dog(), deaths = Recorder<Int>(), deathsSeen = Recorder<Int>()
        @Sendable func startAndEnd() {
            switch latest {
            case .ofVariable: cat.observe(number.startingWithLatest(), receive: captive(deaths))
            case .ofTransform: cat.observe(map.startingWithLatest(), receive: captive(deaths))
            case .ofYourOwn: cat.observe(thermometer.startingWithLatest(), receive: captive(deaths))
            case .ofCombination:
                cat.observe(number.startingWithLatest(), map.startingWithLatest()) {
                    [mortal = Mortal { deaths.record(0) }] _, _ in
                    mortal.touch()
                }
            }
            cat.stopObserving()
        }
        let messenger = latest == .ofYourOwn ? thermometer.messenger : map
        dog.observe(messenger) { message in
            deathsSeen.record(deaths.count)
            guard message == 1 else { return }
            for next in 2...3 { if latest == .ofYourOwn { thermometer.send(next) } else { number <- next } }
            startAndEnd()
        }
        if latest == .ofYourOwn { thermometer.send(1) } else { number <- 1 }
        #expect(deathsSeen.values == [0, 1, 1])
        dog.stopObserving()
    }

    @Test func `what dies with the handlers that ended in a delivery dies within that delivery, not within each other`()
    {
        let messenger = Messenger<Int>(), depth = Atomic(0), deepest = Atomic(0), number = 300
        for index in 0..<number {
            let observer = FreeObserver()
            let mortal = Mortal {
                deepest.max(depth.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                messenger.send(index + 1)
                depth.subtract(1, ordering: .relaxed)
            }
            observer.observe(messenger) { message in
                mortal.touch()
                if message == index { observer.stopObserving() }
            }
        }
        messenger.send(0)
        #expect(deepest.load(ordering: .relaxed) == 1)
        #expect(depth.load(ordering: .relaxed) == 0)
    }

    @Test func `also if it would have been delivered on a queue that never gets to it`() {
        let queue = DispatchQueue(label: "queue"), number = Var(0, on: queue), map = number.map { $0.new }
        let dog = Dog(), deaths = Recorder<Int>(), mapOfMap = map.map { $0 }
        queue.suspend()
        dog.observe(map.startingWithLatest(), receive: captive(deaths))
        dog.observe(mapOfMap.startingWithLatest(), receive: captive(deaths))
        dog.observe(number.startingWithLatest(), receive: captive(deaths))
        var waiting: Messenger<Int>? = map.startingWithLatest().map { [mortal = Mortal { deaths.record(4) }] in
            mortal.touch()
            return $0
        }
        #expect(deaths.count == 0)
        dog.stopObserving()
        #expect(deaths.count == 3)
        withExtendedLifetime(waiting) {}
        waiting = nil
        #expect(deaths.count == 4)
        queue.resume()
        queue.sync {}
    }

    @Test(arguments: [false, true])
    func `observers, observables, messages, authors and handlers all die`(hops: Bool) {
        let queue = DispatchQueue(label: "queue"), deaths = Recorder<String>()
        do {
            let dog = Dog(), messenger = Messenger<Mortal>(), dogBox = WeakBox(dog), messengerBox = WeakBox(messenger)
            let captive = Mortal { deaths.record("captive") }
            let handle: @Sendable (Mortal, AnyObject) -> Void = { message, _ in
                message.touch()
                captive.touch()
                // a handler that captures both sides weakly, as clients do
                _ = (dogBox.isAlive, messengerBox.isAlive)
            }
            if hops {
                dog.observe(messenger, on: queue, receive: handle)
            } else {
                dog.observe(messenger, receive: handle)
            }
            messenger.send(Mortal { deaths.record("message") }, from: Mortal { deaths.record("author") })
            #expect(dogBox.isAlive && messengerBox.isAlive)
        }
        queue.sync {}
        #expect(deaths.values.sorted() == ["author", "captive", "message"])
    }

    @Test func `an observable at the address of a dead one is not mistaken for it`() {
        let dog = Dog()
        for number in 0..<500 {
            let messages = Recorder<Int>(), messenger = Messenger<Int>()
            #expect(!dog.isObserving(messenger))
            dog.observe(messenger) { messages.record($0) }
            messenger.send(number)
            #expect(messages.values == [number])
        }
    }

    @Test func `threads that observe, send and stop leave nothing behind`() {
        let messenger = Messenger<Int>(), rounds = 200, deaths = Recorder<Int>()
        onThreads(4) { thread in
            let dog = Dog()
            for round in 0..<rounds {
                dog.observe(messenger, receive: captive(deaths))
                messenger.send(round)
                if round.isMultiple(of: 2) { dog.stopObserving(messenger) } else { dog.stopObserving() }
            }
        }
        #expect(deaths.count == 4 * rounds)
    }
}

/// The kind of latest message with which an observation starts.
private enum Latest: CaseIterable { case ofVariable, ofTransform, ofYourOwn, ofCombination }

private final class Thermometer: BufferedObservable, Sendable {
    let messenger = Messenger<Int>()
    let latestMessage = 0
}

/// A handler whose release is recorded.
private func captive<Message>(_ deaths: Recorder<Int>) -> @Sendable (Message) -> Void {
    let mortal = Mortal { deaths.record(1) }
    return { _ in mortal.touch() }
}
