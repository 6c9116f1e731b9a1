import Dispatch
import SwiftObserver
import Testing

/// The code of the page about queues and places, compiled and run.
@Suite struct QueuesAndPlacesTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/QueuesAndPlaces.md", isContainedIn: #filePath)
    }

    @Test func `it prints what the page says`() async {
        let printed = Printed()
        @Sendable func print(_ items: Any...) { printed(items) }

        let dog = FreeObserver()
        let sky = Messenger<Int>()
        let queue = DispatchQueue(label: "screen")
        dog.observe(sky, on: queue) { clouds in print("\(clouds) clouds") }
        sky.send(3)  // enqueues the message, and doesn't wait for the handler
        queue.sync {}
        #expect(printed.takeAll() == ["3 clouds"])
        dog.stopObserving(sky)

        let count = Var(0, on: queue)
        let rain = Messenger<String>(on: queue)
        dog.observe(count).new { value in print(value) }
        dog.observe(rain) { text in print(text) }
        count <- 1
        rain.send("drip")
        #expect(count.value == 1)
        queue.sync {}
        #expect(printed.takeAll() == ["1", "drip"])

        actor Kennel {
            var clouds = 0
        }

        let kennel = Kennel()
        dog.observe(sky, on: kennel) { kennel, clouds in kennel.clouds = clouds }
        dog.observe(sky, on: MainActor.shared) { clouds in print("shown: \(clouds)") }
        sky.send(5)
        var isDrained = await sky.drain(within: .hangLimit).isEmpty
        let clouds = await kennel.clouds
        #expect(isDrained && clouds == 5 && printed.takeAll() == ["shown: 5"])
        dog.stopObserving(sky)

        let eventLoop = LoopPlace()
        dog.observe(sky, on: eventLoop) { clouds in print("\(clouds) clouds on the event loop") }
        sky.send(6)
        isDrained = await sky.drain(within: .hangLimit).isEmpty
        #expect(isDrained && printed.takeAll() == ["6 clouds on the event loop"])
        dog.stopObserving(sky)

        dog.observe(sky, on: queue.carrying(Trace.$id)) { clouds in print("\(clouds) clouds, trace \(Trace.id)") }
        Trace.$id.withValue(7) { sky.send(4) }  // prints "4 clouds, trace 7", on the queue

        @Sendable func wait() {
            queue.sync {}
            let left = sky.drain(within: .seconds(5))
            print(left.isEmpty)
        }
        wait()
        #expect(printed.takeAll() == ["4 clouds, trace 7", "true"])
        withExtendedLifetime(dog) {}
    }
}

private final class LoopPlace: DeliveryPlace {
    private let blocks = DispatchQueue(label: "stands for a thread of yours")

    func enqueue(_ block: @escaping @Sendable () -> Void) { blocks.async(execute: block) }
}

private enum Trace {
    @TaskLocal static var id = 0
}
