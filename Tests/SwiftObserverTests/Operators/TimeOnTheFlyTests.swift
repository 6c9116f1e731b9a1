import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

private func second(_ number: Int) -> Duration { .seconds(number) }

@Suite struct TimeOnTheFlyTests {

    private let clock = ManualClock(), messenger = Messenger<Int>(), dog = Dog(), numbers = Recorder<Int>()

    @Test func `debounce passes on the last message of a burst`() {
        dog.observe(messenger).map { $0 * 10 }.debounce(for: second(2), clock: clock).map { $0 + 1 }
            .receive { [numbers] in numbers.record($0) }
        for number in 1...3 { messenger.send(number) }
        #expect(clock.alarmCount == 1)
        clock.advance(by: second(1))
        #expect(numbers.values == [])
        clock.advance(by: second(1))
        #expect(numbers.values == [31])
        #expect(clock.alarmCount == 0)
        dog.stopObserving()
    }

    @Test func `throttle passes on the first message, and then the latest of each interval`() {
        dog.observe(messenger).throttle(for: second(10), clock: clock).receive { [numbers] in numbers.record($0) }
        for number in 1...3 { messenger.send(number) }
        #expect(numbers.values == [1])
        clock.advance(by: second(10))
        #expect(numbers.values == [1, 3])
        dog.stopObserving()
    }

    @Test func `chunks are passed on when full, or after some time`() {
        let chunks = Recorder<[Int]>()
        dog.observe(messenger).chunks(ofCount: 2, orEvery: second(5), clock: clock).receive { chunks.record($0) }
        for number in 1...3 { messenger.send(number) }
        #expect(chunks.values == [[1, 2]])
        clock.advance(by: second(5))
        #expect(chunks.values == [[1, 2], [3]])
        dog.stopObserving()
    }

    @Test func `a timeout passes on its value, which comes from the observable`() {
        dog.observe(messenger).timeout(after: second(5), sending: -1, clock: clock)
            .withAuthor().receive { [numbers, messenger] number, author in
                numbers.record(author === messenger ? number : 0)
            }
        messenger.send(1)
        clock.advance(by: second(5))
        #expect(numbers.values == [1, -1])
        dog.stopObserving()
    }

    @Test func `a delay passes on each message later, with its author`() {
        let author = Dog()
        dog.observe(messenger).delay(by: second(2), clock: clock)
            .withAuthor().receive { [numbers] number, sender in numbers.record(sender === author ? number : 0) }
        messenger.send(1, from: author)
        clock.advance(by: second(1))
        messenger.send(2, from: author)
        clock.advance(by: second(1))
        #expect(numbers.values == [1])
        clock.advance(by: second(1))
        #expect(numbers.values == [1, 2])
        dog.stopObserving()
    }

    @Test func `each observation waits apart from others`() {
        let chain = dog.observe(messenger).debounce(for: second(2), clock: clock)
        chain.receive { [numbers] in numbers.record($0) }
        messenger.send(1)
        chain.receive { [numbers] in numbers.record($0 * 10) }
        clock.advance(by: second(2))
        #expect(numbers.values == [1])
        messenger.send(2)
        clock.advance(by: second(2))
        #expect(numbers.values == [1, 2, 20])
        dog.stopObserving()
    }

    @Test func `all closures run in the place of the handler`() {
        let place = ManualPlace()
        dog.observe(messenger).on(place).map { [numbers] number in
            numbers.record(-number)
            return number
        }
        .throttle(for: second(5), clock: clock).receive { [numbers] in numbers.record($0) }
        messenger.send(1)
        messenger.send(2)
        #expect(numbers.values == [])
        place.runAll()
        #expect(numbers.values == [-1, -2, 1])
        clock.advance(by: second(5))
        #expect(numbers.values == [-1, -2, 1])
        place.runAll()
        #expect(numbers.values == [-1, -2, 1, 2])
        dog.stopObserving()
    }

    @Test func `a limit is that of each of the two hops`() {
        let place = ManualPlace(), missed = Recorder<Int>()
        dog.observe(messenger).on(place).buffering(.newest(2)).missed { missed.record($0) }
            .delay(by: second(1), clock: clock).receive { [numbers] in numbers.record($0) }
        for number in 1...5 { messenger.send(number) }
        place.runAll()
        #expect(missed.values == [3])
        for number in 6...7 { messenger.send(number) }
        place.runAll()
        clock.advance(by: second(1))
        place.runAll()
        #expect(missed.values == [3, 2])
        #expect(numbers.values == [6, 7])
        dog.stopObserving()
    }

    @Test(arguments: [false, true])
    func `who stops gets nothing of what waits`(isOnPlace: Bool) {
        let place = ManualPlace(), lifetimes = LifetimeTracker(), clock = clock
        do {
            let captured = lifetimes.track(Dog())
            let debounced =
                isOnPlace
                ? dog.observe(messenger).on(place).debounce(for: second(2), clock: clock)
                : dog.observe(messenger).debounce(for: second(2), clock: clock)
            let observation =
                debounced
                .receive { [numbers] in
                    numbers.record($0)
                    withExtendedLifetime(captured) {}
                }
            messenger.send(1)
            place.runAll()
            #expect(observation.isActive)
            observation.stopObserving()
            #expect(!observation.isActive)
        }
        #expect(!dog.isObserving(messenger))
        #expect(messenger.inspect().observations.isEmpty)
        lifetimes.expectAllDead()
        clock.advance(by: second(10))
        place.runAll()
        #expect(numbers.values == [])
    }

    @Test func `stopping to observe the observable ends what waits`() {
        dog.observe(messenger).delay(by: second(2), clock: clock).receive { [numbers] in numbers.record($0) }
        messenger.send(1)
        dog.stopObserving(messenger)
        #expect(!dog.isObserving(messenger))
        clock.advance(by: second(10))
        #expect(numbers.values == [])
    }

    @Test func `who dies gets nothing of what waits`() {
        do {
            let cat = Dog()
            cat.observe(messenger).delay(by: second(2), clock: clock).receive { [numbers] in numbers.record($0) }
            messenger.send(1)
        }
        #expect(messenger.inspect().observations.isEmpty)
        clock.advance(by: second(10))
        #expect(numbers.values == [])
    }

    @Test(arguments: [false, true])
    func `what waits is handled before the observable's farewell`(isOnPlace: Bool) {
        let place = ManualPlace(), lifetimes = LifetimeTracker()
        do {
            let messenger = Messenger<Int>(), captured = lifetimes.track(Dog())
            let delayed =
                isOnPlace
                ? dog.observe(messenger).on(place).delay(by: second(2), clock: clock)
                : dog.observe(messenger).delay(by: second(2), clock: clock)
            delayed.throttle(for: second(1), clock: clock)
                .receive { [numbers] in
                    numbers.record($0)
                    withExtendedLifetime(captured) {}
                }
            for number in 1...3 { messenger.send(number) }
        }
        #expect(numbers.values == (isOnPlace ? [] : [1, 3]))
        place.runAll()
        #expect(numbers.values == [1, 3])
        lifetimes.expectAllDead()
        clock.advance(by: second(10))
        place.runAll()
        #expect(numbers.values == [1, 3])
    }

    @Test func `a prefix before it lets what waits be handled, and a prefix behind it ends all`() {
        dog.observe(messenger).prefix(2).debounce(for: second(1), clock: clock)
            .receive { [numbers] in numbers.record($0) }
        for number in 1...3 { messenger.send(number) }
        #expect(numbers.values == [2])
        #expect(!dog.isObserving(messenger))
        dog.observe(messenger).debounce(for: second(1), clock: clock).prefix(1)
            .receive { [numbers] in numbers.record($0 * 10) }
        messenger.send(4)
        clock.advance(by: second(1))
        #expect(!dog.isObserving(messenger))
        messenger.send(5)
        clock.advance(by: second(1))
        #expect(numbers.values == [2, 40])
    }

    @Test func `it can start with the latest message`() {
        let variable = Var(1)
        dog.observe(variable.new().startingWithLatest()).debounce(for: second(1), clock: clock)
            .receive { [numbers] in numbers.record($0) }
        clock.advance(by: second(1))
        #expect(numbers.values == [1])
        dog.stopObserving()
    }

    @Test func `no alarm is left when nothing waits any more`() {
        dog.observe(messenger).chunks(ofCount: 2, orEvery: second(5), clock: clock).receive { [numbers] chunk in
            numbers.record(chunk[0])
        }
        messenger.send(1)
        #expect(clock.alarmCount == 1)
        messenger.send(2)
        #expect(numbers.values == [1])
        #expect(clock.alarmCount == 0)
        messenger.send(3)
        #expect(clock.alarmCount == 1)
        dog.stopObserving()
        #expect(clock.alarmCount == 0)
        let delayed = messenger.delay(by: second(1), clock: clock)
        messenger.send(4)
        #expect(clock.alarmCount == 1)
        _ = messenger.close(within: .zero)
        #expect(clock.alarmCount == 0)
        withExtendedLifetime(delayed) {}
    }

    @Test func `free observers can do it, too`() {
        let observation = messenger.observed().chunks(ofCount: 2, orEvery: second(1), clock: clock)
            .receive { [numbers] chunk in for number in chunk { numbers.record(number) } }
        messenger.send(1)
        messenger.send(2)
        #expect(numbers.values == [1, 2])
        observation.stopObserving()
        #expect(messenger.inspect().observations.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a drain waits for what is sent, but not for time`(isOnPlace: Bool) {
        let place = ManualPlace()
        let throttled =
            isOnPlace
            ? dog.observe(messenger).on(place).throttle(for: second(1), clock: clock)
            : dog.observe(messenger).throttle(for: second(1), clock: clock)
        throttled.receive { [numbers] in numbers.record($0) }
        messenger.send(1)
        messenger.send(2)
        let left = messenger.drain(within: .zero)
        #expect(left.isEmpty == !isOnPlace)
        place.runAll()
        #expect(messenger.drain(within: .zero).isEmpty)
        #expect(numbers.values == [1])
        dog.stopObserving()
    }

    @Test(arguments: [false, true])
    func `under fire, messages of each thread stay in order, and no two are handled at once`(isOnPlace: Bool) {
        let place = ThreadPlace(), meter = OverlapMeter(), clock = clock, numbers = numbers, messenger = messenger
        let delayed =
            isOnPlace
            ? dog.observe(messenger).on(place).delay(by: second(1), clock: clock)
            : dog.observe(messenger).delay(by: second(1), clock: clock)
        delayed.receive { number in meter.measure { numbers.record(number) } }
        onThreads(4) { thread in
            for number in 0..<1000 {
                messenger.send(thread * 1000 + number)
                if number % 10 == 0 { clock.advance(by: .milliseconds(200)) }
            }
        }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        clock.advance(by: second(2))
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        let all = numbers.values
        #expect(all.count == 4000)
        #expect(meter.maximum == 1)
        for thread in 0..<4 {
            let own = thread * 1000..<(thread + 1) * 1000
            #expect(all.filter(own.contains) == Array(own))
        }
        dog.stopObserving()
    }
}
