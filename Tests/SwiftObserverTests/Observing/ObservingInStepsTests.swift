import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Properties of all chains, independent of their steps.
@Suite final class ObservingInStepsTests {

    private let sky = Messenger<Int>(), dog = Dog(), place = ManualPlace(), numbers = Recorder<Int>()

    /// Otherwise, a farewell would wait on the place forever.
    deinit { dog.stopObserving() }

    @Test func `a chain does nothing before it's told who receives`() {
        let chain = dog.observe(sky).on(place).buffering(.newest(1)).map { $0 + 1 }
        #expect(!dog.isObserving(sky))
        sky.send(1)
        chain.receive { [numbers] in numbers.record($0) }
        #expect(dog.isObserving(sky))
        sky.send(2)
        place.runAll()
        #expect(numbers.values == [3])
    }

    @Test func `a chain that is stored starts observations that share nothing`() {
        let chain = dog.observe(sky).prefix(2).scan(0) { $0 + $1 }
        let first = chain.receive { [numbers] in numbers.record($0) }
        sky.send(1)
        let second = chain.receive { [numbers] in numbers.record(10 * $0) }
        sky.send(2)
        #expect(!first.isActive)
        #expect(second.isActive)
        sky.send(3)
        #expect(numbers.values == [1, 3, 20, 50])
        #expect(!second.isActive)
        #expect(!dog.isObserving(sky))
    }

    @Test func `the handle ends what its receive has started, and nothing else`() {
        let chain = dog.observe(sky).on(place)
        let first = chain.receive { [numbers] in numbers.record($0) }
        let second = chain.filter { $0 > 1 }.receive { [numbers] in numbers.record(10 * $0) }
        sky.send(1)
        sky.send(2)
        first.stopObserving()
        place.runAll()
        #expect(numbers.values == [20])
        second.stopObserving()
        #expect(!dog.isObserving(sky))
    }

    @Test func `a chain that has started keeps nobody alive`() {
        let lifetimes = LifetimeTracker()
        do {
            let dog = lifetimes.track(Dog()), sky = lifetimes.track(Messenger<Int>())
            let a = lifetimes.track(Var(1)), b = lifetimes.track(Var(2))
            dog.observe(sky).on(place).batches(upTo: 3).map { $0.count }.receive { _ in }
            dog.observe(a, b).map { $0.new + $1.new }.debounce(for: .seconds(1)).receive { _ in }
            dog.observe(a, b).on(place).merging().receive { _ in }
            sky.send(1)
            place.runAll()
        }
        lifetimes.expectAllDead()
        place.runAll()
    }

    @Test(arguments: [0, 1])
    func `once means the next message, in place and on a place`(isOnPlace: Int) {
        let chain = isOnPlace == 1 ? dog.observe(sky).on(place).once() : dog.observe(sky).once()
        chain.receive { [numbers] in numbers.record($0) }
        for number in 1...3 { sky.send(number) }
        #expect(sky.backlog == 3 * isOnPlace)
        place.runAll()
        #expect(numbers.values == [1])
        #expect(!dog.isObserving(sky))
    }

    @Test func `once doesn't lose its message to what time sends`() {
        let clock = ManualClock()
        dog.observe(sky).on(place).once().timeout(after: .seconds(1), sending: -1, clock: clock)
            .receive { [numbers] in numbers.record($0) }
        sky.send(1)
        clock.advance(by: .seconds(2))
        place.runAll()
        #expect(numbers.values == [-1, 1])
        #expect(!dog.isObserving(sky))
    }

    @Test func `once ends the observation before its handler runs, however often that sends`() {
        dog.observe(sky).once().receive { [numbers, sky, dog] number in
            numbers.record(number)
            #expect(!dog.isObserving(sky))
            if number < 9 { sky.send(number + 1) }
        }
        sky.send(1)
        #expect(numbers.values == [1])
    }

    @Test func `an observation that is on a place by its chain is said to be there`() {
        dog.observe(sky).on(DispatchQueue(label: "by a chain")).filter { $0 > 1 }.receive { _ in }
        #expect(sky.inspect().observations.map(\.place) == [.queue(label: "by a chain")])
    }

    @Test(arguments: ["batch", "prefix", "time"])
    func `what can't be is said at the line where the chain begins`(_ mistake: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [mistake = mistake as String] in
            let sky = Messenger<Int>(), place = ManualPlace(), dog = Dog()
            switch mistake {
            case "batch": dog.observe(sky).on(place).batches(upTo: 0).receive { _ in }
            case "prefix": dog.observe(sky).on(place).prefix(0).receive { _ in }
            default: dog.observe(sky).on(place).debounce(for: .zero).receive { _ in }
            }
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(message.contains("ObservingInStepsTests.swift"), "\(message)")
    }
}
