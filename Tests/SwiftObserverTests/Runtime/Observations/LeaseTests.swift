import Dispatch
import Testing

@testable import SwiftObserver

/// Observations that start and end while a thread reads the list, and the return of each list.
@Suite struct LeaseTests {

    private let messenger = Messenger<Int>()
    private let dog = Dog(), other = Dog()
    private let deaths = Recorder<Int>(), deathsSeen = Recorder<Int>()

    // MARK: - A list that is replaced while it is leased

    @Test func `who ends on both lists dies before the next message, though nobody has left the old one before`() {
        let crowd = FreeObserver()
        dog.observe(messenger) { [messenger, other, deaths, deathsSeen] message in
            deathsSeen.record(deaths.count)
            guard message == 1 else { return }
            (2...4).forEach { messenger.send($0) }
            for _ in 0..<20 { crowd.observe(messenger) { _ in } }
            other.stopObserving(messenger)
        }
        other.observe(messenger, receive: captive())
        messenger.send(1)
        #expect(deathsSeen.values == [0, 1, 1, 1])
        messenger.stopBeingObserved()
    }

    @Test func `who ends between two messages on both lists dies before the next but one`() {
        let crowd = FreeObserver()
        dog.observe(messenger) { [messenger, other, deaths, deathsSeen] message in
            deathsSeen.record(deaths.count)
            switch message {
            case 1: (2...5).forEach { messenger.send($0) }
            case 2: for _ in 0..<20 { crowd.observe(messenger) { _ in } }
            case 3: other.stopObserving(messenger)
            default: break
            }
        }
        other.observe(messenger, receive: captive())
        messenger.send(1)
        #expect(deathsSeen.values == [0, 0, 0, 1, 1])
    }

    @Test func `messages go on through lists that are replaced with each of them`() {
        let rounds = 200, crowd = FreeObserver(), calls = Recorder<Int>()
        dog.observe(messenger) { [messenger] message in
            if message < rounds { messenger.send(message + 1) }
            for _ in 0..<10 { crowd.observe(messenger, receive: captive()) }
            if message.isMultiple(of: 3) { crowd.stopObserving(messenger) }
        }
        other.observe(messenger) { calls.record($0) }
        messenger.send(1)
        #expect(calls.values == Array(1...rounds))
        crowd.stopObserving()
        #expect(deaths.count == 10 * rounds)
        messenger.stopBeingObserved()
    }

    // MARK: - Each way of lease gives the list back

    enum Way: CaseIterable {
        case send, line, lineOfNobody, first, firstInLine, endAll, handOver, farewell, deliveryQueue
        case endAllOnDeliveryQueue
    }

    /// If a list weren't given back, observations that end later would stay on it.
    @Test(arguments: Way.allCases)
    func `what ends after a delivery dies right then`(_ way: Way) async {
        let queue = DispatchQueue(label: "queue")
        let isQueued = way == .deliveryQueue || way == .endAllOnDeliveryQueue
        let messenger = isQueued ? Messenger<Int>(on: queue) : messenger, witness = Dog(), variable = Var(0)
        switch way {
        case .send:
            dog.observe(messenger) { _ in }
            messenger.send(1)
        case .line:
            dog.observe(messenger) { if $0 < 3 { messenger.send($0 + 1) } }
            messenger.send(1)
        case .lineOfNobody:
            dog.observe(messenger) { [dog] _ in
                messenger.send(2)
                dog.stopObserving()
            }
            messenger.send(1)
        case .first:
            dog.observe(variable.startingWithLatest()) { _ in }
            variable <- 1
        case .firstInLine:
            dog.observe(variable) { [other] update in
                if update.new == 1 { other.observe(variable.startingWithLatest()) { _ in } }
            }
            variable <- 1
        case .endAll:
            dog.observe(messenger) { _ in messenger.stopBeingObserved() }
            messenger.send(1)
            messenger.stopBeingObserved()
        case .handOver:
            let handOver = HandOver()
            dog.observe(messenger) { handOver.handle($0) }
            handOver.happens(to: messenger)
            await goneOffDuty(messenger)
        case .farewell:
            let mortal = LockedBox<Messenger<Int>?>(Messenger<Int>())
            mortal.withLock { $0 }?.observed { _ in mortal.empty() }
            mortal.withLock { $0 }?.send(1)
            dog.observe(messenger) { _ in }
        case .deliveryQueue:
            dog.observe(messenger) { _ in }
            witness.observe(messenger, on: DispatchQueue(label: "other queue")) { _ in }
            messenger.send(1)
            queue.sync {}
        case .endAllOnDeliveryQueue:
            dog.observe(messenger) { _ in messenger.stopBeingObserved() }
            messenger.send(1)
            queue.sync {}
            messenger.stopBeingObserved()
        }
        for round in 1...2 {
            other.observe(messenger, receive: captive())
            other.observe(messenger, on: queue, receive: captive())
            other.observe(variable, receive: captive())
            other.stopObserving()
            queue.sync {}
            #expect(deaths.count == 3 * round)
        }
    }

    // MARK: - Nothing dies under the lock

    enum Reader: CaseIterable { case send, line, handOver, endAll, deliveryQueue, nestedEndAll }

    /// The deinitializer uses the observable, on this thread and on another one for which it waits.
    @Test(arguments: Reader.allCases, [1, 40])
    func `what left while the list was read dies without the lock`(_ reader: Reader, crowd: Int) {
        let queue = DispatchQueue(label: "queue")
        let messenger = reader == .deliveryQueue ? Messenger<Int>(on: queue) : messenger
        let deaths = deaths, rummager = Dog(), handOver = HandOver()
        let handler: @Sendable () -> @Sendable (Int) -> Void = {
            let mortal = Mortal {
                let use: @Sendable () -> Void = {
                    rummager.observe(messenger) { _ in }
                    messenger.send(-1)
                    rummager.stopObserving(messenger)
                }
                use()
                onOtherThread(use)
                deaths.record(1)
            }
            return { _ in mortal.touch() }
        }
        dog.observe(messenger) { [other] message in
            if reader == .handOver { handOver.handle(message) }
            switch (reader, message) {
            case (.send, 1), (.deliveryQueue, 1): other.stopObserving()
            case (.line, 1): (2...4).forEach { messenger.send($0) }
            case (.line, 3): other.stopObserving()
            case (.nestedEndAll, 1): messenger.stopBeingObserved()
            // at the thousandth message of another thread, the delivering thread hands over
            case (.handOver, 1000): other.stopObserving()
            default: break
            }
        }
        for _ in 0..<crowd { other.observe(messenger, receive: handler()) }
        switch reader {
        case .send, .line, .nestedEndAll: messenger.send(1)
        case .endAll: messenger.stopBeingObserved()
        case .deliveryQueue:
            messenger.send(1)
            queue.sync {}
            queue.sync {}
        case .handOver: handOver.happens(to: messenger)
        }
        #expect(deaths.count == crowd)
    }

    @Test func `what left right before a hand-over dies without the lock`() {
        dieRightBeforeHandOver { [messenger, deaths] in
            onOtherThread { messenger.send(-1) }
            messenger.send(-1)
            deaths.record(1)
        }
        #expect(deaths.count == 1)
    }

    @Test func `what left right before a hand-over may wait for it`() {
        dieRightBeforeHandOver { [messenger, deaths] in
            deaths.record(messenger.drain(within: .hangLimit).count)
        }
        #expect(deaths.values == [0])
    }

    /// Ends a handler at the thousandth message of another thread. When the handler dies, it ends
    /// another one, right before the delivering thread gives its list back to hand over.
    private func dieRightBeforeHandOver(_ onDeath: @escaping @Sendable () -> Void) {
        let handOver = HandOver(), last = Dog()
        dog.observe(messenger) { [other] message in
            handOver.handle(message)
            if message == 1000 { other.stopObserving() }
        }
        other.observe(messenger) { [mortal = Mortal { last.stopObserving() }] _ in mortal.touch() }
        last.observe(messenger) { [mortal = Mortal(onDeath: onDeath)] _ in mortal.touch() }
        handOver.happens(to: messenger)
    }

    // MARK: - Several readers

    @Test func `what leaves while two read the list dies with the later one`() {
        var registry = Registry()
        let office = PostOffice()
        func make() -> Observation<Int> {
            Observation(of: office, handler: .message(captive()))
        }
        var observations = (0..<3).map { _ in make() }
        for observation in observations { _ = registry.add(observation) }
        let first = registry.lease()
        _ = registry.remove(observations.removeFirst())
        let second = registry.lease()
        _ = registry.remove(observations.removeFirst())
        #expect(registry.end(first) == nil)
        #expect(deaths.count == 0)
        let third = registry.lease()
        #expect(third?.isStale == true)
        #expect(registry.end(second) == nil)
        #expect(deaths.count == 0)
        let reclaimed = registry.end(third)
        #expect(reclaimed?.observations.count == 2 && reclaimed?.list == nil)
        #expect(deaths.count == 0)
        extendLifetime(reclaimed)
    }

    @Test func `lists that were replaced one after the other each go to their own last reader`() {
        var registry = Registry()
        let office = PostOffice()
        func make() -> Observation<Int> {
            Observation(of: office, handler: .message(captive()))
        }
        var leases: [ObservationList.Lease?] = []
        for _ in 0..<6 {
            for _ in 0..<20 { _ = registry.add(make()) }
            leases += [registry.lease(), registry.lease()]
            // more than fit on a list
            let passing = (0..<20 * registry.count).map { _ in make() }
            for observation in passing { _ = registry.add(observation) }
            for observation in passing { _ = registry.remove(observation) }
        }
        for (index, lease) in leases.enumerated() {
            #expect(lease?.isStale == true)
            #expect((registry.end(lease)?.replacedList != nil) == !index.isMultiple(of: 2))
        }
        #expect(registry.count == 120)
    }

    @Test func `gaps are closed when the list is given back`() {
        var registry = Registry()
        let office = PostOffice()
        let observations = (0..<100).map { _ in
            Observation<Int>(of: office, handler: .message(captive()))
        }
        for observation in observations { _ = registry.add(observation) }
        let lease = registry.lease()
        for observation in observations[1..<99] { _ = registry.remove(observation) }
        _ = registry.end(lease)
        let next = registry.lease()
        #expect(next?.end == 2)
        _ = registry.end(next)
        _ = registry.remove(observations[99])
        _ = registry.remove(observations[0])
        #expect(registry.count == 0)
    }

    @Test func `who leaves while the list is read counts no more, neither before nor after`() {
        var registry = Registry()
        let office = PostOffice()
        let observations = (0..<3).map { _ in
            ObservationWithAuthor<Int>(of: office, handler: .messageWithAuthor { _, _ in })
        }
        for observation in observations { _ = registry.add(observation) }
        let lease = registry.lease()
        _ = registry.remove(observations[0])
        _ = registry.remove(observations[0])
        #expect(registry.count == 2 && registry.authorReaders == 2)
        _ = registry.end(lease)
        _ = registry.remove(observations[0])
        #expect(registry.count == 2 && registry.authorReaders == 2)
        // also if it's still on a list that was replaced
        let other = registry.lease()
        _ = registry.remove(observations[1])
        for _ in 0..<20 {
            _ = registry.add(
                Observation<Int>(of: office, handler: .message(captive())))
        }
        _ = registry.remove(observations[1])
        #expect(registry.count == 21 && registry.authorReaders == 1)
        _ = registry.end(other)
        _ = registry.remove(observations[1])
        #expect(registry.count == 21 && registry.authorReaders == 1)
    }

    /// A list with a very high capacity takes very much memory.
    @Test func `a list that got far too large doesn't stay when it gets empty`() {
        var registry = Registry()
        let office = PostOffice()
        func make() -> Observation<Int> {
            Observation(of: office, handler: .message(captive()))
        }
        let crowd = (0..<1000).map { _ in make() }
        for observation in crowd { _ = registry.add(observation) }
        for observation in crowd.dropLast() { #expect(registry.remove(observation) == nil) }
        #expect(registry.remove(crowd[999]) != nil)
        #expect(registry.add(make()) == nil)
    }

    // MARK: -

    /// A handler whose release is recorded.
    private func captive<Message>() -> @Sendable (Message) -> Void {
        let mortal = Mortal { [deaths] in deaths.record(1) }
        return { _ in mortal.touch() }
    }

    /// Waits until no thread is delivering, so that the thread that sends a message delivers it.
    private func goneOffDuty(_ messenger: Messenger<Int>) async {
        await eventually {
            let calls = Recorder<Int>(), witness = Dog()
            witness.observe(messenger) { calls.record($0) }
            messenger.send(-1)
            return calls.count == 1
        }
    }
}

/// Lets a thread deliver messages of another thread until it hands over.
private struct HandOver: Sendable {

    private let begun = Gate(), mayGoOn = Gate(), finished = Gate(), returned = Gate()
    private let last = 1500

    /// Must be called with each message by the observer that is called first.
    func handle(_ message: Int) {
        if message == 0 {
            begun.open()
            mayGoOn.pass()
        }
        if message == last { finished.open() }
    }

    /// Sends messages while another thread delivers the first one, and waits until it's done.
    func happens(to messenger: Messenger<Int>) {
        DispatchQueue(label: "sender").async {
            messenger.send(0)
            returned.open()
        }
        #expect(begun.pass())
        for message in 1...last { messenger.send(message) }
        mayGoOn.open()
        #expect(finished.pass() && returned.pass())
    }
}
