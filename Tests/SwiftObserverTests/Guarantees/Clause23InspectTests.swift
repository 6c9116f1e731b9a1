import Dispatch
import Foundation
import Testing

@testable import SwiftObserver

/// Inspecting observables, also while watching is off.
@Suite struct Clause23Inspect {

    private let sky = Messenger<Int>(named: "sky"), queue = DispatchQueue(label: "kennel")

    private final class NamedDog: Observer, Sendable { let receiver = Receiver(named: "Rex") }

    @Test func `an observable that was never observed shows nothing but itself`() {
        sky.send(1)
        let sight = sky.inspect()
        #expect(sight.name == "sky")
        #expect(sight.type == "Messenger<Int>")
        #expect(sight.sent == 0)
        #expect(sight.observations.isEmpty)
        #expect(
            sight.description == """
                sky (Messenger<Int>): 0 sent, 0 pending, 0 refused, no thread is delivering
                (not observed)
                """)
    }

    @Test func `names are stored where they were given`() {
        #expect(sky.name == "sky")
        #expect(sky.view.name == "sky")
        #expect(Messenger<Int>().name == nil)
        #expect(sky.map { $0 }.name == nil)
        #expect(Var(0, named: "count").name == "count")
        #expect(Var(0, named: "count", on: queue).name == "count")
        #expect(Messenger<Int>(named: "sky", on: queue).name == "sky")
        #expect(Receiver(named: "Rex").name == "Rex")
        #expect(Receiver().name == nil)
    }

    @Test func `everything is counted on a queue`() {
        let dog = NamedDog()
        dog.observe(sky).on(queue).buffering(.newest(3)).receive { _ in }
        queue.suspend()
        for number in 1...5 { sky.send(number) }
        let waiting = sky.inspect()
        #expect(waiting.sent == 5)
        #expect(waiting.observations.map(\.waiting) == [3])
        #expect(waiting.observations.map(\.missed) == [2])
        #expect(waiting.observations.map(\.handled) == [0])
        #expect(waiting.observations.map(\.isRunning) == [false])
        queue.resume()
        sky.drain(within: .hangLimit)
        let sight = sky.inspect()
        #expect(sight.observations.map(\.waiting) == [0])
        #expect(sight.observations.map(\.handled) == [3])
        #expect(sight.observations.map(\.observer) == ["NamedDog"])
        #expect(sight.observations.map(\.observerName) == ["Rex"])
        #expect(sight.observations.map(\.place) == [.queue(label: "kennel")])
        #expect(sight.observations.map(\.observable) == ["sky"])
    }

    @Test func `batches count by message, and merged updates as one`() {
        let dog = Dog(), number = Var(0)
        let batches = Recorder<Int>()
        dog.observe(sky).on(queue).batches(upTo: 2).receive { batches.record($0.count) }
        dog.observe(number).on(queue).merging().receive { _ in }
        queue.suspend()
        for number in 1...5 { sky.send(number) }
        for value in 1...5 { number.value = value }
        #expect(sky.inspect().observations.map(\.waiting) == [5])
        #expect(number.inspect().observations.map(\.waiting) == [1])
        queue.resume()
        sky.drain(within: .hangLimit)
        number.drain(within: .hangLimit)
        #expect(sky.inspect().observations.map(\.handled) == [5])
        #expect(number.inspect().observations.map(\.handled) == [1])
        #expect(number.inspect().sent == 5)
        #expect(batches.count == 3)
    }

    @Test func `a loop counts what it took`() async {
        let messages = sky.messages(buffering: .newest(3))
        for number in 1...5 { sky.send(number) }
        var loop = messages.makeAsyncIterator()
        _ = await loop.next()
        let sight = sky.inspect().observations
        #expect(sight.map(\.observer) == ["for await"])
        #expect(sight.map(\.waiting) == [2])
        #expect(sight.map(\.handled) == [1])
        #expect(sight.map(\.missed) == [2])
        #expect(sight.map(\.isRunning) == [true])
    }

    @Test func `a closed observable counts what it refuses`() {
        sky.observed { _ in }
        sky.close(within: .zero)
        sky.send(1)
        sky.send(2)
        let sight = sky.inspect()
        #expect(sight.isClosed)
        #expect(sight.refused == 2)
        #expect(sight.sent == 0)
    }

    @Test func `an observer shows its observations of all observables`() {
        let dog = NamedDog(), sea = Messenger<String>()
        dog.observe(sky, on: queue) { _ in }
        dog.observe(sea) { _ in }
        sea.observed { _ in }
        let sight = dog.inspect()
        #expect(sight.name == "Rex")
        #expect(sight.type == "NamedDog")
        #expect(sight.observations.map(\.observable) == ["sky", "Messenger<String>"])
        #expect(sight.description.hasPrefix("Rex (NamedDog): 2 observations\nobservable"))
    }

    @Test func `values survive being encoded`() throws {
        let dog = NamedDog()
        dog.observe(sky).on(queue).buffering(.newest(3)).receive { _ in }
        sky.observed { _ in }
        let sight = sky.inspect()
        let copy = try JSONDecoder().decode(ObservableInspection.self, from: JSONEncoder().encode(sight))
        #expect(copy == sight)
        let dogSight = dog.inspect()
        let dogCopy = try JSONDecoder().decode(ObserverInspection.self, from: JSONEncoder().encode(dogSight))
        #expect(dogCopy == dogSight)
    }

    @Test func `sums are exact under fire`() {
        let queues = (0..<3).map { DispatchQueue(label: "queue \($0)") }, dog = Dog(), sky = sky
        dog.observe(sky, on: queues[0]) { _ in }
        dog.observe(sky).on(queues[1]).buffering(.newest(5)).receive { _ in }
        dog.observe(sky).on(queues[2]).buffering(.oldest(5)).receive { _ in }
        dog.observe(sky).on(queues[0]).batches(upTo: 3).receive { _ in }
        let isOver = LockedBox(false), faults = Recorder<String>()
        onThreads(4) { index in
            if index == 0 {
                var handled = [0, 0, 0, 0]
                while !isOver.withLock({ $0 }) {
                    let sight = sky.inspect()
                    let found = sight.observations.sorted { $0.position < $1.position }
                    for (number, one) in found.enumerated() {
                        let sum = (one.handled ?? 0) + one.waiting + one.missed
                        if sum != sight.sent { faults.record("\(sight.sent) sent: \(one)") }
                        if (one.handled ?? 0) < handled[number] { faults.record("handled less: \(one)") }
                        handled[number] = one.handled ?? 0
                    }
                }
            } else {
                for number in 0..<5000 { sky.send(number) }
                if index == 1 { isOver.withLock { $0 = true } }
            }
        }
        #expect(faults.values.first == nil)
        sky.drain(within: .zero)
    }

    @Test func `looking keeps nobody alive`() {
        let deaths = Recorder<String>()
        final class MortalDog: Observer, Sendable {
            let receiver = Receiver()
            let mortal: Mortal
            init(_ mortal: Mortal) { self.mortal = mortal }
        }
        var dog: MortalDog? = MortalDog(Mortal { deaths.record("dog") })
        dog?.observe(sky) { _ in }
        let sight = sky.inspect(), dogSight = dog?.inspect()
        dog = nil
        #expect(deaths.values == ["dog"])
        #expect(sky.inspect().observations.isEmpty)
        withExtendedLifetime((sight, dogSight)) {}
    }

    @Test func `a row stays one line whatever a name contains`() {
        let messenger = Messenger<Int>(named: "two\nlines \"quoted\" \u{0} |")
        messenger.observed { _ in }
        #expect(messenger.inspect().observations[0].row.joined().contains("\n") == false)
        #expect(TextTable(["a"], [["b\nc"]]).text == "a\nb c")
    }
}
