import Dispatch
import SwiftObserver
import Testing

/// The code of the page about chains, compiled and run.
@Suite struct ObserveInStepsTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/ObserveInSteps.md", isContainedIn: #filePath)
    }

    @Test func `it prints what the page says`() {
        let printed = Printed(), written = Written<[Int]>()
        @Sendable func print(_ items: Any...) { printed(items) }
        @Sendable func write(_ batch: [Int]) { written.append(batch) }

        let dog = FreeObserver()
        let sky = Messenger<Int>()
        let queue = DispatchQueue(label: "screen")

        dog.observe(sky).on(queue).buffering(.newest(9)).map { $0 / 2 }.receive { half in print("half: \(half)") }
        sky.send(8)  // prints "half: 4", on the queue
        queue.sync {}
        #expect(printed.takeAll() == ["half: 4"])
        dog.stopObserving(sky)

        let halves = sky.map { $0 / 2 }
        dog.observe(halves, on: queue) { half in print("stored half: \(half)") }
        sky.send(6)
        queue.sync {}
        #expect(printed.takeAll() == ["stored half: 3"])
        dog.stopObserving(halves)

        dog.observe(sky).on(queue).batches(upTo: 500).receive { batch in write(batch) }
        sky.send(1)
        queue.sync {}
        #expect(written.values == [[1]])
        dog.stopObserving(sky)

        sky.observed().on(queue).receive { clouds in print("seen: \(clouds)") }
        sky.send(2)
        queue.sync {}
        #expect(printed.takeAll() == ["seen: 2"])
        sky.stopBeingObserved()

        let latestClouds = sky.buffer()
        let brightness = Var(50)
        dog.observe(latestClouds, brightness).on(queue).buffering(.newest(9)).receive { clouds, update in
            print("\(clouds ?? 0) clouds at \(update.new)")
        }
        sky.send(3)
        queue.sync {}
        brightness <- 60
        queue.sync {}
        #expect(printed.takeAll() == ["3 clouds at 50", "3 clouds at 60"])
        dog.stopObserving()

        dog.observe(sky).withAuthor().receive { clouds, author in
            print("\(clouds) clouds, from \(type(of: author))")
        }
        sky.send(4)
        #expect(printed.takeAll() == ["4 clouds, from Messenger<Int>"])
        withExtendedLifetime((dog, halves, latestClouds)) {}
    }
}
