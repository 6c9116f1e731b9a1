import Dispatch
import SwiftObserver
import Testing

/// The code of the page with the first program, compiled and run.
@Suite struct GettingStartedTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: "Docs/SwiftObserver.docc/GettingStarted.md", isContainedIn: #filePath)
    }

    @Test func `the blocks print what their comments say, one after the other`() async {
        let sky = Sky()
        let dog = Dog()

        dog.observe(sky) { clouds in print("\(clouds) clouds") }
        sky.send(3)  // prints "3 clouds"
        #expect(printed.takeAll() == ["3 clouds"])

        let count = Var(0)
        dog.observe(count) { update in print("\(update.old) → \(update.new)") }
        count <- 1  // prints "0 → 1"
        #expect(printed.takeAll() == ["0 → 1"])
        count <- 1  // prints nothing, since an equal value sends no update
        #expect(printed.takeAll() == [])
        count += 1  // prints "1 → 2"
        #expect(printed.takeAll() == ["1 → 2"])

        sky.observedOnce { _ in print("just once") }
        sky.send(4)  // prints "just once", which ends that observation
        #expect(printed.takeAll() == ["4 clouds", "just once"])
        dog.stopObserving(sky)  // ends the observations of the sky by the dog
        sky.send(5)  // prints nothing
        #expect(printed.takeAll() == [])

        let diary = Diary(sky)
        sky.send(2)  // prints "day 1"
        #expect(printed.takeAll() == ["day 1"])

        let queue = DispatchQueue(label: "screen")
        dog.observe(count, on: queue) { update in print("draw \(update.new)") }
        count += 1  // enqueues the update for that handler, and doesn't wait for it
        queue.sync {}  // waits until the handler has printed "draw 3"
        #expect(Set(printed.takeAll()) == ["2 → 3", "draw 3"])

        let messages = sky.messages()
        let loop = Task.detached {
            for await clouds in messages { print("\(clouds) clouds in the loop") }
        }
        sky.send(6)  // the loop prints "6 clouds in the loop", without delaying the sender
        await sky.drain(within: .hangLimit)
        #expect(Set(printed.takeAll()) == ["day 2", "6 clouds in the loop"])

        shutDown(sky)
        await loop.value
        #expect(printed.takeAll() == ["Everything is handled."])
        sky.send(7)
        #expect(sky.isClosed && sky.refusedCount == 1)
        withExtendedLifetime((dog, diary)) {}
    }

    private func shutDown(_ sky: Sky) {
        let left = sky.close(within: .seconds(5))
        print(left.isEmpty ? "Everything is handled." : "These are stuck:\n\(left)")
    }
}

/// The lines that concern the whole process. Nothing calls this.
private func watch() {
    Watch.start()
    print(Watch.report())
}

private final class Sky: Observable, Sendable {
    let messenger = Messenger<Int>()
}

private final class Dog: Observer {
    let receiver = Receiver()
}

private final class Diary: Observer, Sendable {
    let receiver = Receiver()
    private let days = Var(0)

    init(_ sky: Sky) {
        observe(sky) { [unowned self] _ in days += 1 }
        observe(days) { update in print("day \(update.new)") }
    }
}

private let printed = Printed()

/// Hides the function of the standard library, so that the test can read what the code prints.
private func print(_ items: Any..., separator: String = " ", terminator: String = "\n") { printed(items) }
