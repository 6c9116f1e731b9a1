import Dispatch
import Testing

@testable import SwiftObserver

extension WatchSuite {

    /// Sums that inspection shows while watching is on, which are exact in each place at any time.
    @Suite final class WatchedSight {

        private let queue = DispatchQueue(label: "kennel"), dog = Dog()

        init() { Watch.start() }
        deinit { Watch.stop() }

        @Test func `on a queue, everything of a handler that runs is known`() {
            let sky = Messenger<Int>(named: "sky"), slow = SlowHandler()
            dog.observe(sky).on(queue).buffering(.newest(2)).receive(slow.receive)
            let line = #line - 1
            sky.send(1)
            #expect(slow.begins())
            for number in 2...5 { sky.send(number) }
            let sight = sky.inspect()
            #expect(sight.name == "sky")
            #expect(sight.sent == 5)
            #expect(sight.inLine == 0)
            #expect(sight.refused == 0)
            #expect(sight.place == .inPlace)
            #expect(sight.deliverer == nil)
            let one = sight.observations.first
            #expect(sight.observations.count == 1)
            #expect(one?.observable == "sky")
            #expect(one?.observer == "Dog")
            #expect(one?.observerName == nil)
            #expect(one?.place == .queue(label: "kennel"))
            #expect(one?.waiting == 2)
            #expect(one?.handled == 1)
            #expect(one?.missed == 2)
            #expect(one?.isRunning == true)
            #expect(one?.thread?.isEmpty == false)
            #expect(one?.line == line)
            #expect(one?.file?.hasSuffix("/WatchedSightTests.swift") == true)
            slow.end(3)
            sky.drain(within: .hangLimit)
            #expect(sky.inspect().observations.map(\.isRunning) == [false])
            #expect(sky.inspect().observations.map(\.thread) == [nil])
            #expect(sky.inspect().observations.map(\.handled) == [3])
        }

        @Test func `of a combined observation in place, everything is known`() {
            let x = Var(0), y = Var(0), slow = SlowHandler()
            dog.observe(x, y) { slow.receive($0.new + $1.new) }
            queue.async { y.value = 1 }
            #expect(slow.begins())
            for number in 1...3 { x.value = number }
            y.value = 2
            var sides = [x.inspect(), y.inspect()].flatMap(\.observations)
            #expect(sides.map(\.waiting) == [3, 1])
            #expect(sides.map(\.handled) == [0, 1])
            #expect(sides.map(\.isRunning) == [false, true])
            #expect(sides.map { $0.thread == nil } == [true, false])
            slow.end(5)
            #expect(x.drain(within: .hangLimit).isEmpty && y.drain(within: .hangLimit).isEmpty)
            sides = [x.inspect(), y.inspect()].flatMap(\.observations)
            #expect(sides.map(\.waiting) == [0, 0])
            #expect(sides.map(\.handled) == [3, 2])
            #expect(sides.map(\.isRunning) == [false, false])
        }

        @Test func `an observable on a queue delivers there`() {
            let sky = Messenger<Int>(on: queue), slow = SlowHandler()
            dog.observe(sky, receive: slow.receive)
            for number in 1...3 { sky.send(number) }
            #expect(slow.begins())
            let sight = sky.inspect()
            #expect(sight.place == .queue(label: "kennel"))
            #expect(sight.deliverer != nil)
            #expect(sight.observations.map(\.place) == [.queue(label: "kennel")])
            #expect(sight.observations.map(\.waiting) == [2])
            #expect(sight.observations.map(\.handled) == [1])
            #expect(sight.observations.map(\.isRunning) == [true])
            #expect(sight.observations.map(\.thread) == [sight.deliverer])
            slow.end(3)
            sky.drain(within: .hangLimit)
            #expect(sky.inspect().deliverer == nil)
            #expect(sky.inspect().observations.map(\.handled) == [3])
        }

        @Test func `an actor is told by its type`() async {
            let sky = Messenger<Int>(), actor = HeldActor(), heard = Recorder<Int>()
            dog.observe(sky, on: actor) { _, number in heard.record(number) }
            await actor.act {
                for number in 1...3 { sky.send(number) }
                #expect(sky.inspect().observations.map(\.place) == [.actor(type: "HeldActor")])
                #expect(sky.inspect().observations.map(\.waiting) == [3])
                #expect(sky.inspect().observations.map(\.handled) == [0])
            }
            await sky.drain(within: .hangLimit)
            #expect(sky.inspect().observations.map(\.waiting) == [0])
            #expect(sky.inspect().observations.map(\.handled) == [3])
        }

        @Test func `observers that share a receiver show the observations of both`() {
            final class Puppy: Observer, Sendable {
                let receiver: Receiver
                init(_ receiver: Receiver) { self.receiver = receiver }
            }
            let receiver = Receiver(named: "litter"), a = Puppy(receiver), b = Puppy(receiver), sky = Messenger<Int>()
            a.observe(sky) { _ in }
            b.observe(sky, on: queue) { _ in }
            dog.observe(sky) { _ in }
            #expect(a.inspect().observations.map(\.observerName) == ["litter", "litter"])
            #expect(a.inspect().observations.map(\.place) == [.inPlace, .queue(label: "kennel")])
            #expect(a.inspect() == b.inspect())
            #expect(dog.inspect().observations.count == 1)
            #expect(sky.inspect().observations.count == 3)
        }

        @Test func `each part of a combined observation counts the updates of its own variable`() {
            let a = Var(0), b = Var(0), calls = Recorder<Int>()
            dog.observe(a, b) { first, second in calls.record(10 * first.new + second.new) }
            a.value = 1
            b.value = 2
            a.value = 3
            #expect(calls.count == 3)
            #expect(a.inspect().observations.map(\.handled) == [2])
            #expect(b.inspect().observations.map(\.handled) == [1])
            #expect(a.inspect().observations.map(\.waiting) == [0])
        }

        @Test func `an observation that began between others has the position between`() {
            let sky = Messenger<Int>()
            dog.observe(sky) { _ in }
            sky.send(1)
            sky.observed().on(queue).receive { _ in }
            sky.send(2)
            dog.observe(sky) { _ in }
            sky.send(3)
            sky.drain(within: .hangLimit)
            let sight = sky.inspect()
            #expect(sight.observations.map(\.place) == [.inPlace, .inPlace, .queue(label: "kennel")])
            #expect(sight.observations.map(\.handled) == [3, 1, 2])
            #expect(sight.observations.map(\.waiting) == [0, 0, 0])
            #expect(sight.observations[0].position < sight.observations[2].position)
            #expect(sight.observations[2].position < sight.observations[1].position)
        }

        @Test func `sums are exact in place and on queues while others send, start and end`() {
            let sky = Messenger<Int>(named: "busy"), dog = dog, queues = (0..<2).map { DispatchQueue(label: "\($0)") }
            dog.observe(sky) { _ in }
            dog.observe(sky, on: queues[0]) { _ in }
            dog.observe(sky).on(queues[1]).buffering(.newest(3)).receive { _ in }
            dog.observe(sky) { _ in }
            let senders = LockedBox(2), faults = Recorder<String>(), hasSeenOthers = LockedBox(false)
            // Inspecting and starting continue until one has seen the other.
            let isOver: @Sendable () -> Bool = { senders.withLock { $0 } == 0 && hasSeenOthers.withLock { $0 } }
            onThreads(4) { index in
                switch index {
                case 0:
                    var offsets: [Int: Int] = [:], handled: [Int: Int] = [:], sent = 0
                    repeat {
                        let sight = sky.inspect()
                        if sight.observations.count > 4 { hasSeenOthers.withLock { $0 = true } }
                        if sight.sent < sent { faults.record("\(sight.sent) sent after \(sent)") }
                        sent = sight.sent
                        for one in sight.observations {
                            let count = one.handled ?? -1
                            if one.waiting < 0 || one.missed < 0 || count < 0 { faults.record("\(one)") }
                            if count < handled[one.position] ?? 0 { faults.record("handled less: \(one)") }
                            handled[one.position] = count
                            // The number of messages sent before it started never changes.
                            let before = sight.sent - count - one.waiting - one.missed
                            if before != offsets[one.position] ?? before { faults.record("\(before) before: \(one)") }
                            offsets[one.position] = before
                        }
                        for one in sight.observations where one.observer == "Dog" && offsets[one.position] != 0 {
                            faults.record("\(one)")
                        }
                    } while !isOver()
                case 1:
                    while !isOver() {
                        let others = [sky.observed { _ in }, sky.observed().on(queues[0]).receive { _ in }]
                        for _ in 1...20 { Thread.pause() }
                        for handle in others { handle.stopObserving() }
                    }
                default:
                    for number in 1...5000 { sky.send(number) }
                    senders.withLock { $0 -= 1 }
                }
            }
            #expect(faults.values.first == nil)
            sky.drain(within: .hangLimit)
            let sight = sky.inspect().observations.filter { $0.observer == "Dog" }
            #expect(sight.filter { $0.missed == 0 }.allSatisfy { $0.handled == 10_000 && $0.waiting == 0 })
            #expect(sight.allSatisfy { ($0.handled ?? 0) + $0.missed == 10_000 })
            #expect(sight.count == 4)
        }
    }
}

private enum Thread {
    static func pause() { for _ in 0..<100 { touch() } }
    @inline(never)
    private static func touch() {}
}
