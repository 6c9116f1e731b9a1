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

    @Test func `all of it runs`() async {
        let sky = Messenger<SkyColor>(), dog = FreeObserver(), printed = Written<SkyColor>()
        @Sendable func print(_ color: SkyColor) { printed.append(color) }

        let colors = sky.recorded()
        sky.send(.blue)
        await colors.expectNext(.blue)
        colors.expectNothingMore()

        let place = ManualPlace()
        dog.observe(sky).on(place).buffering(.newest(1)).receive { color in print(color) }
        sky.send(.blue)
        sky.send(.red)
        place.runAll()  // prints "red"
        #expect(printed.values == [.red])
        #expect(colors.takeAll() == [.blue, .red])
        dog.stopObserving(sky)

        let clock = ManualClock()
        let debounced = sky.debounce(for: .seconds(1), clock: clock)
        let settled = debounced.recorded()
        sky.send(.blue)
        sky.send(.red)
        clock.advance(by: .seconds(1))
        #expect(settled.takeAll() == [.red])
        #expect(colors.takeAll() == [.blue, .red])
        withExtendedLifetime(debounced) {}

        let letters = Messenger<String>()
        let quiet = letters.debounce(for: .seconds(2), clock: clock)
        let result = quiet.recorded(clock: clock)
        clock.schedule("ab--c--", on: letters)
        clock.run()
        #expect(result.marbles() == "---b--c")
        withExtendedLifetime(quiet) {}

        let counted = Messenger<Int>(), all = counted.recorded(clock: clock)
        clock.schedule("a-b", on: counted, ["a": 1, "b": 2])
        clock.run()
        #expect(all.marbles(["a": 1, "b": 2]) == "a-b")
        let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.advance(by: .seconds(1), whenAwaitedBy: 1, within: .hangLimit)
        _ = await sleeping.result

        let lifetimes = LifetimeTracker()
        do {
            let puma = lifetimes.track(Puma())
            puma.watch(sky)
        }
        lifetimes.expectAllDead()

        let queue = DispatchQueue(label: "queue"), numbers = Messenger<Int>()
        await fuzzSchedules(1...20) { fuzzer in
            let sum = Var(0)
            let place = fuzzer.place(over: queue)
            dog.observe(numbers, on: place) { number in sum.value += number }
            numbers.send(1, perturbedBy: fuzzer)
            await numbers.drain(within: .hangLimit)
            if await !numbers.drain(within: .seconds(60)).isEmpty || sum.value != 1 { throw WrongSum() }
            dog.stopObserving(numbers)
        }
        dog.stopObserving()
    }
}

private struct WrongSum: Error {}

private enum SkyColor { case blue, red }

private final class Puma: Observer, Sendable {
    let receiver = Receiver()
    func watch(_ sky: Messenger<SkyColor>) { observe(sky) { _ in } }
}
