import Dispatch
import SwiftObserver
import SwiftObserverTesting
import Testing

/// A duration in seconds of the clock that the tests control.
private func second(_ number: Int) -> Duration { .seconds(number) }

@Suite struct DebounceTests {

    private let clock = ManualClock(), messenger = Messenger<Int>()

    @Test func `a burst gives its last message, once it's over`() {
        let debounced = messenger.debounce(for: second(2), clock: clock), numbers = debounced.recorded()
        for number in 1...3 {
            messenger.send(number)
            clock.advance(by: second(1))
        }
        #expect(numbers.messages == [])
        clock.advance(by: second(1))
        #expect(numbers.takeAll() == [3])
        #expect(clock.alarmCount == 0)
        messenger.send(4)
        clock.advance(by: second(10))
        #expect(numbers.takeAll() == [4])
    }

    @Test func `one alarm is set, however many messages come`() {
        let debounced = messenger.debounce(for: second(2), clock: clock)
        for number in 1...1000 { messenger.send(number) }
        #expect(clock.alarmCount == 1)
        clock.advance(by: second(2))
        #expect(clock.alarmCount == 0)
        withExtendedLifetime(debounced) {}
    }

    @Test func `the author is that of the message, as long as it lives`() {
        let debounced = messenger.debounce(for: second(2), clock: clock), dog = Dog(), authors = Recorder<String>()
        dog.observe(debounced) { number, author in
            authors.record(author is Dog ? "dog" : author === debounced ? "operator" : "?")
        }
        let author = Dog()
        messenger.send(1, from: author)
        clock.advance(by: second(2))
        messenger.send(2, from: Dog())
        clock.advance(by: second(2))
        #expect(authors.values == ["dog", "operator"])
        withExtendedLifetime((dog, author)) {}
    }

    @Test func `a message that was displaced is released without a lock`() {
        let messenger = Messenger<Mortal>(), debounced = messenger.debounce(for: second(1), clock: clock)
        let dead = Recorder<Int>()
        for number in 1...3 {
            messenger.send(
                Mortal {
                    // Both calls take locks that this thread must not hold.
                    onOtherThread {
                        _ = debounced.inspect()
                        if number == 2 { _ = debounced.close(within: .zero) }
                    }
                    dead.record(number)
                })
        }
        #expect(dead.values == [1, 2, 3])
        #expect(clock.alarmCount == 0)
    }
}

@Suite struct ThrottleTests {

    private let clock = ManualClock(), messenger = Messenger<Int>()

    @Test(arguments: [false, true])
    func `the first comes at once, then one in each interval`(latest: Bool) {
        let throttled = messenger.throttle(for: second(10), latest: latest, clock: clock)
        let numbers = throttled.recorded()
        messenger.send(1)
        #expect(numbers.takeAll() == [1])
        for number in 2...4 {
            clock.advance(by: second(1))
            messenger.send(number)
        }
        #expect(numbers.takeAll() == [])
        clock.advance(by: second(7))
        #expect(numbers.takeAll() == [latest ? 4 : 2])
        clock.advance(by: second(5))
        messenger.send(5)
        #expect(numbers.takeAll() == [])
        clock.advance(by: second(5))
        #expect(numbers.takeAll() == [5])
        clock.advance(by: second(10))
        messenger.send(6)
        #expect(numbers.takeAll() == [6])
        #expect(clock.alarmCount == 0)
    }
}

@Suite struct ChunksTests {

    private let clock = ManualClock(), messenger = Messenger<Int>()

    @Test func `a chunk is sent when it's full, or when its first message has waited`() {
        let chunks = messenger.chunks(ofCount: 3, orEvery: second(10), clock: clock), sent = chunks.recorded()
        for number in 1...4 { messenger.send(number) }
        #expect(sent.takeAll() == [[1, 2, 3]])
        clock.advance(by: second(9))
        messenger.send(5)
        #expect(sent.takeAll() == [])
        clock.advance(by: second(1))
        #expect(sent.takeAll() == [[4, 5]])
        clock.advance(by: second(100))
        #expect(sent.takeAll() == [])
        #expect(clock.alarmCount == 0)
    }

    @Test func `under fire, each message is in one chunk, in order`() {
        let chunks = messenger.chunks(ofCount: 7, orEvery: second(1), clock: clock), sent = chunks.recorded()
        onThreads(4) { thread in
            for number in 0..<1000 {
                messenger.send(thread * 1000 + number)
                if thread == 0, number % 10 == 0 { clock.advance(by: second(1)) }
            }
        }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        clock.advance(by: second(1))
        let full = sent.takeAll(), all = full.flatMap { $0 }
        #expect(full.allSatisfy { 1...7 ~= $0.count })
        #expect(all.count == 4000)
        for thread in 0..<4 {
            let own = thread * 1000..<(thread + 1) * 1000
            #expect(all.filter(own.contains) == Array(own))
        }
    }
}

@Suite struct TimeoutTests {

    private let clock = ManualClock(), messenger = Messenger<Int>()

    @Test func `a value is sent once when nothing came for so long`() {
        let alive = messenger.timeout(after: second(5), sending: -1, clock: clock), numbers = alive.recorded()
        clock.advance(by: second(4))
        messenger.send(1)
        clock.advance(by: second(4))
        messenger.send(2)
        #expect(numbers.takeAll() == [1, 2])
        clock.advance(by: second(5))
        #expect(numbers.takeAll() == [-1])
        clock.advance(by: second(50))
        #expect(clock.alarmCount == 0)
        messenger.send(3)
        clock.advance(by: second(5))
        #expect(numbers.takeAll() == [3, -1])
    }

    @Test func `it begins with the operator`() {
        let alive = messenger.timeout(after: second(5), sending: -1, clock: clock), numbers = alive.recorded()
        clock.advance(by: second(5))
        #expect(numbers.takeAll() == [-1])
    }
}

@Suite struct DelayTests {

    private let clock = ManualClock(), messenger = Messenger<Int>()

    @Test func `each message comes later, in order`() {
        let delayed = messenger.delay(by: second(5), clock: clock), numbers = delayed.recorded()
        messenger.send(1)
        clock.advance(by: second(2))
        messenger.send(2)
        messenger.send(3)
        #expect(clock.alarmCount == 1)
        clock.advance(by: second(3))
        #expect(numbers.takeAll() == [1])
        clock.advance(by: second(2))
        #expect(numbers.takeAll() == [2, 3])
        #expect(clock.alarmCount == 0)
    }

    @Test func `under fire, all come in order`() {
        let delayed = messenger.delay(by: second(1), clock: clock), numbers = delayed.recorded(), end = 1000
        onThreads(4) { thread in
            for number in 0..<end {
                messenger.send(thread * end + number)
                if number % 10 == 0 { clock.advance(by: .milliseconds(200)) }
            }
        }
        #expect(messenger.drain(within: .hangLimit).isEmpty)
        clock.advance(by: second(1))
        #expect(delayed.drain(within: .hangLimit).isEmpty)
        let all = numbers.takeAll()
        #expect(all.count == 4 * end)
        for thread in 0..<4 {
            let own = thread * end..<(thread + 1) * end
            #expect(all.filter(own.contains) == Array(own))
        }
    }
}

@Suite struct EndsOfTimeOperatorsTests {

    private let clock = ManualClock(), messenger = Messenger<Int>()

    /// Each operator, and the messages it sends for 1 and 2 when it ends early.
    ///
    /// All of them send numbers. The last one maps each chunk to its count, so only the end of its
    /// origin ends the operator itself.
    private func all(of messenger: Messenger<Int>) -> [(name: String, operator: Messenger<Int>, rest: [Int])] {
        [
            ("debounce", messenger.debounce(for: second(1), clock: clock), [2]),
            ("throttle", messenger.throttle(for: second(1), clock: clock), [1, 2]),
            ("delay", messenger.delay(by: second(1), clock: clock), [1, 2]),
            ("timeout", messenger.timeout(after: second(1), sending: -1, clock: clock), [1, 2]),
            ("chunks", messenger.chunks(ofCount: 9, orEvery: second(1), clock: clock).map { $0.count }, [2]),
        ]
    }

    @Test func `when the origin is closed, what is pending is sent`() {
        let messenger = Messenger<Int>(), operators = all(of: messenger),
            recordings = operators.map { $0.operator.recorded() }
        messenger.send(1)
        messenger.send(2)
        _ = messenger.close(within: .zero)
        for (timed, numbers) in zip(operators, recordings) {
            let sent = numbers.takeAll()
            #expect(sent == timed.rest, "\(timed.name)")
        }
        clock.advance(by: second(10))
        for (timed, numbers) in zip(operators, recordings) { #expect(numbers.takeAll() == [], "\(timed.name)") }
    }

    @Test func `when the operator is closed, what is pending is sent before the farewell`() {
        for index in 0..<4 {
            let messenger = Messenger<Int>(), (name, timed, rest) = all(of: messenger)[index]
            let dog = Dog(), numbers = Recorder<Int>()
            dog.observe(timed) { numbers.record($0) }
            messenger.send(1)
            messenger.send(2)
            _ = timed.close(within: .zero)
            #expect(numbers.values == rest, "\(name)")
            #expect(!dog.isObserving(timed), "\(name)")
        }
    }

    @Test func `when the operator dies, what is pending is its last words`() {
        for index in 0..<4 {
            let dog = Dog(), numbers = Recorder<Int>()
            let messenger = Messenger<Int>()
            var operators = all(of: messenger)
            let (name, rest) = (operators[index].name, operators[index].rest)
            dog.observe(operators[index].operator) { numbers.record($0) }
            messenger.send(1)
            messenger.send(2)
            operators = []
            #expect(numbers.values == rest, "\(name)")
            clock.advance(by: second(10))
            #expect(numbers.values == rest, "\(name)")
            dog.stopObserving()
        }
    }

    @Test(arguments: [false, true])
    func `when the operator ends, a chunk that isn't full is its last word`(isClosed: Bool) {
        let dog = Dog(), chunks = Recorder<[Int]>()
        var timed: TimedTransform<Messenger<Int>, [Int]>? = messenger.chunks(
            ofCount: 9, orEvery: second(1), clock: clock)
        if let timed { dog.observe(timed) { chunks.record($0) } }
        messenger.send(1)
        messenger.send(2)
        if isClosed { _ = timed?.close(within: .zero) }
        timed = nil
        #expect(chunks.values == [[1, 2]])
        clock.advance(by: second(10))
        #expect(chunks.values == [[1, 2]])
        dog.stopObserving()
    }

    @Test func `an observer that ends gets nothing of what is pending`() {
        let messenger = Messenger<Int>()
        for (name, timed, _) in all(of: messenger) where name != "throttle" && name != "timeout" {
            let dog = Dog(), numbers = Recorder<Int>()
            dog.observe(timed) { numbers.record($0) }
            messenger.send(1)
            dog.stopObserving()
            clock.advance(by: second(10))
            #expect(numbers.values == [], "\(name)")
        }
    }

    @Test func `a task that sleeps for an operator is cancelled when that dies`() async {
        let isDead = LockedBox(false), messenger = Messenger<Mortal>(), clock = SleepingClock()
        do {
            let debounced = messenger.debounce(for: second(1), clock: clock)
            messenger.send(Mortal { isDead.withLock { $0 = true } })
            await eventually { clock.clock.alarmCount == 1 }
            withExtendedLifetime(debounced) {}
        }
        #expect(isDead.withLock { $0 })
        await eventually { clock.clock.alarmCount == 0 }
    }

    @Test func `a handler may send, start and end while time is moved on`() {
        let debounced = messenger.debounce(for: second(1), clock: clock), dog = Dog(), numbers = Recorder<Int>()
        let cat = Dog()
        dog.observe(debounced) { number in
            numbers.record(number)
            if number == 3 { cat.observe(debounced) { numbers.record(-$0) } }
            if number == 5 { cat.stopObserving(debounced) }
            if number < 6 { messenger.send(number + 1) }
        }
        messenger.send(1)
        clock.advance(by: second(10))
        #expect(numbers.values == [1, 2, 3, 4, -4, 5, 6])
        dog.stopObserving()
    }

    @Test func `what time sends carries no values of the sender`() async {
        let place = ManualPlace(), debounced = messenger.debounce(for: second(1), clock: SleepingClock(clock))
        let dog = Dog(), found = Recorder<Int>()
        dog.observe(debounced, on: place.carrying(Trace.$id)) { _ in found.record(Trace.id) }
        Trace.$id.withValue(1) { messenger.send(1) }
        Trace.$id.withValue(2) { messenger.send(2) }
        await eventually { clock.alarmCount == 1 }
        clock.advance(by: second(1))
        await eventually { place.blockCount == 1 }
        place.runAll()
        #expect(found.values == [0])
        dog.stopObserving()
    }

    @Test func `a clock that goes backwards loses nothing, and one that never wakes is made up for by the end`() {
        let clock = LateClock(), messenger = Messenger<Int>()
        let debounced = messenger.debounce(for: second(5), clock: clock), numbers = debounced.recorded()
        clock.offset.withLock { $0 = second(100) }
        messenger.send(1)
        clock.offset.withLock { $0 = second(1) }
        messenger.send(2)
        #expect(numbers.takeAll() == [])
        clock.offset.withLock { $0 = second(105) }
        messenger.send(3)
        #expect(numbers.takeAll() == [2])
        _ = debounced.close(within: .zero)
        #expect(numbers.takeAll() == [3])
    }

    @Test func `a pipeline of debounce, hop and limit runs 10,000 times without waiting`() {
        let place = ManualPlace(), debounced = messenger.debounce(for: second(1), clock: clock), dog = Dog()
        let sum = LockedBox(0)
        dog.observe(debounced).on(place).buffering(.newest(1)).receive { number in sum.withLock { $0 += number } }
        for _ in 0..<10_000 {
            messenger.send(1)
            messenger.send(2)
            clock.advance(by: second(1))
            messenger.send(3)
            clock.advance(by: second(1))
            place.runAll()
        }
        #expect(sum.withLock { $0 } == 30_000)
        dog.stopObserving()
    }

    @Test func `durations of zero or below and chunks of nothing stop the program with a clear text`() async {
        let stops = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().debounce(for: .zero)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().throttle(for: .seconds(-1))
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().chunks(ofCount: 1, orEvery: .zero)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().timeout(after: .zero, sending: 1)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Messenger<Int>().delay(by: .zero)
            },
        ]
        for stop in stops {
            let text = String(decoding: stop?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("the duration of an operator is zero or negative"))
        }
        let stop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Messenger<Int>().chunks(ofCount: 0, orEvery: .seconds(1))
        }
        let text = String(decoding: stop?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a number below 1"))
    }
}

/// A clock on which tasks sleep.
private struct SleepingClock: Clock {
    let clock: ManualClock
    init(_ clock: ManualClock = ManualClock()) { self.clock = clock }
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}

private enum Trace { @TaskLocal static var id = 0 }

@Suite struct ManualClockTests {

    @Test func `several threads move it on by the sum`() {
        let clock = ManualClock()
        onThreads(4) { _ in for _ in 0..<1000 { clock.advance(by: second(1)) } }
        #expect(clock.now.offset == second(4000))
    }

    @Test func `alarms ring in the order of their moments, also those that are set meanwhile`() {
        let clock = ManualClock(), rung = Recorder<Int>()
        clock.setAlarm(at: clock.now.advanced(by: second(3))) { rung.record(3) }
        clock.setAlarm(at: clock.now.advanced(by: second(1))) {
            rung.record(1)
            clock.setAlarm(at: clock.now.advanced(by: second(1))) { rung.record(2) }
            clock.setAlarm(at: clock.now.advanced(by: second(100))) { rung.record(100) }
        }
        clock.advance(by: second(3))
        #expect(rung.values == [1, 2, 3])
        #expect(clock.now.offset == second(3))
        #expect(clock.alarmCount == 1)
        #expect(clock.run() == 1)
    }

    @Test func `tasks that sleep are woken, or end when they're cancelled`() async throws {
        let clock = ManualClock()
        let woken = Task { try await clock.sleep(for: second(5)) }
        let cancelled = Task { try await clock.sleep(for: second(5)) }
        await eventually { clock.alarmCount == 2 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        clock.advance(by: second(5))
        try await woken.value
        try await clock.sleep(until: clock.now)
    }
}
