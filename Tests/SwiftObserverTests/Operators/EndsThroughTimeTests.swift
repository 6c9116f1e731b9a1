import Foundation
import SwiftObserver
import SwiftObserverTesting
import Testing

private func second(_ number: Int) -> Duration { .seconds(number) }

/// Messages of time operators that an end sends.
///
/// The end waits for them, and terminates. Their handlers find no task-local values of the caller.
@Suite struct EndsThroughTimeTests {

    private let clock = ManualClock(), lateClock = LateClock(), messenger = Messenger<Int>(), dog = Dog(),
        numbers = Recorder<Int>()

    @Test func `an orderly end of the origin waits for what waited in a chain, on a queue`() {
        for _ in 0..<200 {
            let messenger = Messenger<Int>(), queue = DispatchQueue(label: "slow"), numbers = Recorder<Int>()
            dog.observe(messenger).on(queue).delay(by: second(1), clock: clock).receive { number in
                for _ in 0..<100 { sched_yield() }
                numbers.record(number)
            }
            for number in 1...5 { messenger.send(number) }
            #expect(messenger.close(within: .hangLimit).isEmpty)
            #expect(numbers.values == [1, 2, 3, 4, 5])
        }
    }

    @Test func `so it does behind several operators in a row, and in a task`() async {
        for _ in 0..<100 {
            let messenger = Messenger<Int>(), queue = DispatchQueue(label: "slow"), numbers = Recorder<Int>()
            dog.observe(messenger).on(queue).delay(by: second(1), clock: clock).map { $0 * 10 }
                .debounce(for: second(1), clock: clock).receive { numbers.record($0) }
            for number in 1...5 { messenger.send(number) }
            #expect(await messenger.close(within: .hangLimit).isEmpty)
            #expect(numbers.values == [50])
        }
    }

    @Test func `an orderly end of the origin waits for what another thread is delivering just then`() async {
        let hasBegun = LockedBox(false), mayEnd = Gate()
        dog.observe(messenger).delay(by: second(1), clock: clock).receive { [numbers] number in
            if number == 1 {
                hasBegun.withLock { $0 = true }
                mayEnd.pass()
            }
            numbers.record(number)
        }
        for number in 1...3 { messenger.send(number) }
        DispatchQueue(label: "time").async { [clock] in clock.advance(by: second(1)) }
        await eventually { hasBegun.withLock { $0 } }
        DispatchQueue(label: "end").async { mayEnd.open() }
        #expect(await messenger.close(within: .hangLimit).isEmpty)
        #expect(numbers.values == [1, 2, 3])
    }

    @Test func `an orderly end of the origin waits for what operators that are objects send`() {
        for _ in 0..<100 {
            let messenger = Messenger<Int>(), queue = DispatchQueue(label: "slow"), numbers = Recorder<Int>()
            let delayed = messenger.delay(by: second(1), clock: clock)
            dog.observe(delayed, on: queue) { number in
                for _ in 0..<100 { sched_yield() }
                numbers.record(number)
            }
            for number in 1...5 { messenger.send(number) }
            #expect(messenger.close(within: .hangLimit).isEmpty)
            #expect(numbers.values == [1, 2, 3, 4, 5])
            dog.stopObserving(delayed)
        }
    }

    @Test func `on a place that nobody runs, an end tells who is left, and loses nothing`() {
        let place = ManualPlace()
        dog.observe(messenger).on(place).delay(by: second(1), clock: clock).receive { [numbers] in numbers.record($0) }
        messenger.send(1)
        place.runAll()
        #expect(messenger.close(within: .expiring).count == 1)
        place.runAll()
        #expect(numbers.values == [1])
        #expect(!dog.isObserving(messenger))
    }

    @Test(arguments: [false, true])
    func `an operator whose handler feeds its origin can be closed, and dies`(isClosed: Bool) {
        typealias Timed = TimedTransform<Messenger<Int>, Int>
        let all: [(Messenger<Int>) -> Timed] = [
            { [clock] in $0.delay(by: second(1), clock: clock) },
            { [clock] in $0.debounce(for: second(1), clock: clock) },
            { [clock] in $0.throttle(for: second(1), clock: clock) },
        ]
        for make in all {
            let messenger = Messenger<Int>(), numbers = Recorder<Int>()
            var timed: Timed? = make(messenger)
            if let timed {
                dog.observe(timed) { number in
                    numbers.record(number)
                    messenger.send(number + 1)
                }
            }
            messenger.send(0)
            clock.advance(by: second(1))
            let count = numbers.values.count
            if isClosed {
                #expect(timed?.close(within: .hangLimit).isEmpty == true)
                #expect(timed?.refusedCount == 1)
                messenger.send(100)
                #expect(timed?.refusedCount == 2)
            }
            timed = nil
            clock.advance(by: second(10))
            #expect(clock.alarmCount == 0)
            #expect(numbers.values.count == count + 1, "what waited is sent, and no more")
        }
    }

    @Test func `durations that mean never are never`() {
        for never in [Duration.seconds(Int64.max), Duration(attoseconds: .max), Duration(attoseconds: .max / 2)] {
            let messenger = Messenger<Int>(), alive = messenger.timeout(after: never, sending: -1)
            let kept: [Any] = [
                messenger.debounce(for: never), messenger.throttle(for: never), messenger.delay(by: never),
                messenger.chunks(ofCount: 9, orEvery: never), messenger.debounce(for: never, clock: SuspendingClock()),
                messenger.debounce(for: never, clock: clock), alive,
            ]
            let numbers = alive.recorded()
            messenger.send(1)
            messenger.send(2)
            clock.advance(by: second(1_000_000))
            #expect(numbers.takeAll() == [1, 2])
            withExtendedLifetime(kept) {}
        }
    }

    @Test func `a message that waited finds no values of whoever made it go`() {
        let place = ManualPlace(), trace = place.carrying(Trace.$id), found = Recorder<String>()
        let debounced = messenger.debounce(for: second(1), clock: lateClock)
        dog.observe(debounced, on: trace) { found.record("\($0): \(Trace.id)") }
        Trace.$id.withValue(1) { messenger.send(1) }
        lateClock.offset.withLock { $0 = second(2) }
        Trace.$id.withValue(2) { messenger.send(2) }
        Trace.$id.withValue(3) { _ = debounced.close(within: .zero) }
        place.runAll()
        #expect(found.values == ["1: 0", "2: 0"])
        let throttled = messenger.throttle(for: second(1), clock: lateClock)
        dog.observe(throttled, on: trace) { found.record("\($0): \(Trace.id)") }
        Trace.$id.withValue(4) { messenger.send(4) }
        place.runAll()
        #expect(found.values.last == "4: 4", "what doesn't wait finds those of the sender")
    }

    @Test func `a timeout of an origin that is closed never comes`() {
        let other = Messenger<Int>()
        _ = messenger.close(within: .zero)
        let late = messenger.timeout(after: second(1), sending: -1, clock: clock)
        let replaced = other.timeout(after: second(1), sending: -1, clock: clock)
        dog.observe(late) { [numbers] in numbers.record($0) }
        dog.observe(replaced) { [numbers] in numbers.record($0) }
        replaced.origin = messenger
        clock.advance(by: second(10))
        #expect(numbers.values == [])
        #expect(clock.alarmCount == 0)
        dog.stopObserving()
    }

    @Test func `a prefix is the end of an operator behind it, which is flushed by it`() {
        dog.observe(messenger).prefix(2).delay(by: second(5), clock: clock).receive { [numbers] in numbers.record($0) }
        messenger.send(1)
        #expect(numbers.values == [])
        messenger.send(2)
        #expect(numbers.values == [1, 2])
        #expect(!dog.isObserving(messenger))
    }

    @Test func `any number of observables can be merged at once`() {
        let others = (0..<5).map { _ in Messenger<Int>() }, merged = messenger.merge(with: others)
        dog.observe(merged) { [numbers] in numbers.record($0) }
        for (index, other) in others.enumerated() { other.send(index) }
        messenger.send(9)
        #expect(numbers.values == [0, 1, 2, 3, 4, 9])
        dog.stopObserving()
    }
}

private enum Trace { @TaskLocal static var id = 0 }
