import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

/// The code of the pages about testing, compiled and run.
@Suite struct TestingServicesTests {

    @Test(arguments: [
        "Docs/SwiftObserver.docc/TestingServices",
        "Sources/SwiftObserverTesting/SwiftObserverTesting.docc/SwiftObserverTesting",
    ])
    func `this file contains the code of the pages`(page: String) throws {
        try expectCode(of: "\(page).md", isContainedIn: #filePath)
    }

    @Test func skyTurnsBlue() async {
        let sky = Messenger<String>()
        let colors = sky.recorded()
        sky.send("blue")
        await colors.expectNext("blue")
        colors.expectNothingMore()
        withExtendedLifetime(sky) {}
    }

    enum Color { case blue, red }

    final class Painter: Observer, Sendable {
        let receiver = Receiver()
        let pictures = Messenger<String>()

        func paint(_ sky: Messenger<Color>, on place: some DeliveryPlace) {
            observe(sky).on(place).buffering(.newest(1)).receive { [pictures] color in
                pictures.send("a \(color) sky")
            }
        }
    }

    @Suite(.expectingNothingLeft) struct PainterTests {

        @Test func paintsTheSky() async {
            let sky = Messenger<Color>(), painter = Painter()
            let pictures = painter.pictures.recorded()
            painter.paint(sky, on: DispatchQueue(label: "painter"))
            sky.send(.blue)
            await sky.drain(within: .hangLimit)
            await pictures.expectNext("a blue sky")
            pictures.expectNothingMore()
            withExtendedLifetime(painter) {}
        }

        @Test func paintsOnAQueue() async {
            let sky = Messenger<Color>(), painter = Painter()
            let pictures = painter.pictures.recorded()
            painter.paint(sky, on: DispatchQueue(label: "painter"))
            sky.send(.blue)
            await sky.drain(within: .hangLimit)
            let left = await sky.drain(within: .seconds(60))
            #expect(left.isEmpty, "\(left)")
            #expect(pictures.takeAll() == ["a blue sky"])
            withExtendedLifetime(painter) {}
        }

        @Test func paintsOnlyTheNewestColor() {
            let sky = Messenger<Color>(), painter = Painter(), place = ManualPlace()
            let pictures = painter.pictures.recorded()
            painter.paint(sky, on: place)
            sky.send(.blue)
            sky.send(.red)
            pictures.expectNothingMore()  // the handler hasn't been called yet
            place.runAll()
            #expect(pictures.takeAll() == ["a red sky"])
            withExtendedLifetime(painter) {}
        }

        @Test func debounceSendsTheLastColor() {
            let sky = Messenger<Color>(), clock = ManualClock()
            let debounced = sky.debounce(for: .seconds(1), clock: clock)  // stored, or it's deallocated
            let colors = debounced.recorded()
            sky.send(.blue)
            sky.send(.red)
            clock.advance(by: .seconds(1))
            #expect(colors.takeAll() == [.red])
            withExtendedLifetime(debounced) {}
        }

        @Test func painterIsDeallocated() {
            let sky = Messenger<Color>(), lifetimes = LifetimeTracker()
            do {
                let painter = lifetimes.track(Painter())
                painter.paint(sky, on: ManualPlace())
            }
            lifetimes.expectAllDead()
            withExtendedLifetime(sky) {}
        }

        @Test func debounceWaitsForAPause() {
            let letters = Messenger<String>(), clock = ManualClock()
            let quiet = letters.debounce(for: .seconds(2), clock: clock)
            let result = quiet.recorded(clock: clock)
            clock.schedule("ab--c--", on: letters)
            clock.run()
            #expect(result.marbles() == "---b--c")
            withExtendedLifetime(quiet) {}
        }

        struct WrongSum: Error {}

        @Test func addsEachNumberOnce() async {
            let numbers = Messenger<Int>(), dog = FreeObserver(), queue = DispatchQueue(label: "sums")
            await fuzzSchedules(1...20) { fuzzer in
                let sum = Var(0)
                let place = fuzzer.place(over: queue)
                dog.observe(numbers, on: place) { number in sum.value += number }
                numbers.send(1, perturbedBy: fuzzer)
                await numbers.drain(within: .hangLimit)
                if await !numbers.drain(within: .seconds(60)).isEmpty || sum.value != 1 { throw WrongSum() }
                dog.stopObserving(numbers)
            }
        }
    }

    @Test func `calls in the text of the page work`() async {
        let clock = ManualClock()
        let numbers = Messenger<Int>(), all = numbers.recorded(clock: clock)
        clock.schedule("a-b", on: numbers, ["a": 1, "b": 2])
        clock.run()
        #expect(all.marbles(["a": 1, "b": 2]) == "a-b")
        withExtendedLifetime(numbers) {}

        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.advance(by: .seconds(1), whenAwaitedBy: 1, within: .hangLimit)
        _ = await sleeping.result
    }
}
