import Dispatch
import SwiftObserver
import Testing

/// Messages that count as waiting.
@Suite struct Clause20BacklogIsWhatWaits {

    private let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "queue")

    @Test func `nothing waits where nobody observes, nor behind a delivery in place`() {
        #expect(sky.backlog == 0)
        sky.send(1)
        #expect(sky.backlog == 0)
        dog.observe(sky) { _ in }
        sky.send(1)
        #expect(sky.backlog == 0)
    }

    @Test func `messages in line wait until they're delivered`() {
        let held = HeldDelivery(on: sky), sky = sky, backlogs = Recorder<Int>()
        dog.observe(sky) { [weak sky] _ in backlogs.record(sky?.backlog ?? -1) }
        #expect(held.begin())
        #expect(sky.backlog == 0)
        for number in 1...3 {
            sky.send(number)
            #expect(sky.backlog == number)
        }
        #expect(held.end())
        #expect(sky.backlog == 0)
        // the message in the handler doesn't wait, but those that were dequeued with it do
        #expect(backlogs.values == [3, 2, 1, 0])
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(5), .oldest(5), .upTo(5)])
    func `messages wait on a queue until they begin to be handled`(_ buffering: MessageBuffering) {
        let slow = SlowHandler()
        dog.observe(sky).on(queue).buffering(buffering).receive(slow.receive)
        for number in 1...5 {
            sky.send(number)
            if number == 1 { #expect(slow.begins()) }
            #expect(sky.backlog == number - 1)
        }
        for number in 2...5 {
            #expect(slow.goesOn())
            #expect(sky.backlog == 5 - number)
        }
        slow.end()
        queue.sync {}
        #expect(sky.backlog == 0)
    }

    @Test func `what an unbounded handler has yet to handle waits, whether it was taken out or not`() {
        let slow = SlowHandler()
        dog.observe(sky, on: queue, receive: slow.receive)
        queue.suspend()
        for number in 1...4 { sky.send(number) }
        #expect(sky.backlog == 4)
        queue.resume()
        #expect(slow.begins())
        #expect(sky.backlog == 3)
        sky.send(5)
        sky.send(6)
        #expect(sky.backlog == 5)
        slow.end(5)
        for _ in 2...6 { #expect(slow.begins()) }
        #expect(sky.backlog == 0)
        slow.end()
        queue.sync {}
    }

    @Test func `messages wait on actors, too`() async {
        let kennel = HeldActor(), sky = sky
        dog.observe(sky, on: kennel) { _, _ in }
        dog.observe(sky).on(kennel).buffering(.newest(2)).receive { _, _ in }
        await kennel.act {
            for number in 1...3 { sky.send(number) }
            #expect(sky.backlog == 3)
        }
        await eventually { sky.backlog == 0 }
    }

    @Test(arguments: [MessageBuffering.unbounded, .newest(3), .oldest(3)])
    func `messages wait for loops`(_ buffering: MessageBuffering) async {
        var iterator = sky.messages(buffering: buffering).makeAsyncIterator()
        for number in 1...3 {
            sky.send(number)
            #expect(sky.backlog == number)
        }
        for number in 1...3 {
            #expect(await iterator.next() == number)
            #expect(sky.backlog == 3 - number)
        }
    }

    @Test func `messages wait for an observable on a queue`() {
        let sky = Messenger<Int>(on: queue), slow = SlowHandler()
        dog.observe(sky, receive: slow.receive)
        queue.suspend()
        for number in 1...3 {
            sky.send(number)
            #expect(sky.backlog == number)
        }
        queue.resume()
        #expect(slow.begins())
        #expect(sky.backlog == 2)
        sky.send(4)
        #expect(sky.backlog == 3)
        slow.end(4)
        for _ in 2...4 { #expect(slow.begins()) }
        queue.sync {}
        #expect(sky.backlog == 0)
    }

    @Test func `it's the slowest that counts, and not the sum`() {
        let otherQueue = DispatchQueue(label: "other queue"), cat = Dog()
        dog.observe(sky).on(queue).buffering(.newest(3)).receive { _ in }
        cat.observe(sky, on: otherQueue) { _ in }
        queue.suspend()
        otherQueue.suspend()
        for number in 1...5 { sky.send(number) }
        #expect(sky.backlog == 5)
        otherQueue.resume()
        otherQueue.sync {}
        #expect(sky.backlog == 3)
        queue.resume()
        queue.sync {}
        #expect(sky.backlog == 0)
    }

    @Test func `what waits for an observation that ended doesn't count`() {
        dog.observe(sky, on: queue) { _ in }
        queue.suspend()
        for number in 1...5 { sky.send(number) }
        #expect(sky.backlog == 5)
        dog.stopObserving(sky)
        #expect(sky.backlog == 0)
        queue.resume()
    }

    @Test func `a transform and a variable have what waits for them`() {
        let number = Var(0), doubled = number.new().map { $0 * 2 }
        dog.observe(doubled, on: queue) { _ in }
        dog.observe(number).on(queue).merging().receive { _ in }
        queue.suspend()
        for value in 1...3 { number <- value }
        #expect(doubled.backlog == 3)
        #expect(number.backlog == 1)
        queue.resume()
        queue.sync {}
        #expect(doubled.backlog == 0 && number.backlog == 0)
    }

    /// Consumers for which messages of several observables wait together.
    enum Combined: CaseIterable { case observation, object }

    @Test(arguments: Combined.allCases)
    func `messages wait for a combined observation in place until it begins them`(_ combined: Combined) {
        let x = Var(0), y = Var(0), slow = SlowHandler(), object = combined == .object ? x.combineLatest(y) : nil
        if let object {
            dog.observe(object) { slow.receive($0.new + $1.new) }
        } else {
            dog.observe(x, y) { slow.receive($0.new + $1.new) }
        }
        // A `combineLatest` begins with one call for its own latest message.
        let calls = combined == .object ? 1 : 0
        queue.async { y.value = 1 }
        #expect(slow.begins())
        for number in 1...4 {
            x.value = number
            #expect(x.backlog == number)
        }
        y.value = 2
        #expect(y.backlog == 1)
        let sights = [x, y].flatMap { $0.inspect().observations }
        #expect(sights.map(\.waiting) == [4, 1])
        #expect(sights.map(\.handled) == [calls, 1])
        #expect(sights.map(\.place) == [.inPlace, .inPlace])
        #expect(!x.waitForRoom(below: 4, within: .zero))
        #expect(y.waitForRoom(below: 2, within: .zero))
        let gotRoom = Recorder<Bool>(), waiting = DispatchQueue(label: "waiting")
        waiting.async { gotRoom.record(x.waitForRoom(below: 2, within: .hangLimit)) }
        for waits in [3, 2, 1] {
            #expect(gotRoom.count == 0)
            #expect(slow.goesOn())
            #expect(x.backlog == waits)
        }
        waiting.sync {}
        #expect(gotRoom.values == [true])
        #expect(slow.goesOn())
        #expect(slow.goesOn())
        #expect(x.backlog == 0 && y.backlog == 0)
        slow.end()
        queue.sync {}
        for side in [x, y] {
            #expect(side.drain(within: .hangLimit).isEmpty)
            #expect(side.backlog == 0)
            #expect(side.inspect().observations.map(\.handled) == [side === x ? calls + 4 : 2])
            #expect(side.inspect().observations.map(\.isRunning) == [false])
        }
    }
}
