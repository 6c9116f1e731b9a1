import SwiftObserver
import SwiftObserverTesting
import Testing

@Suite(.takingReports) struct ManualClockRunTests {

    @Test func `it's moved on to a moment, and until nothing waits`() {
        let clock = ManualClock(), moments = Recorder<ManualClock.Instant>()
        let second = clock.now.advanced(by: .seconds(2)), third = clock.now.advanced(by: .seconds(3))
        for moment in [third, second] { clock.setAlarm(at: moment) { moments.record(clock.now) } }
        #expect(clock.nextAlarm == second)
        clock.advance(to: second)
        #expect(moments.values == [second])
        #expect(clock.nextAlarm == third)
        #expect(clock.run() == 1)
        #expect(moments.values == [second, third])
        #expect(clock.nextAlarm == nil)
        clock.advance(to: second)
        #expect(clock.now == third)
    }

    @Test func `an alarm that moves it on to a moment doesn't move it further`() {
        let clock = ManualClock()
        clock.setAlarm(at: clock.now.advanced(by: .seconds(1))) {
            clock.advance(to: ManualClock.Instant(offset: .seconds(2)))
        }
        clock.advance(to: ManualClock.Instant(offset: .seconds(10)))
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func `many threads move it on to the same moment`() {
        for _ in 1...50 {
            let clock = ManualClock(), rung = Recorder<Int>()
            for second in 1...50 {
                clock.setAlarm(at: ManualClock.Instant(offset: .seconds(second))) { rung.record(second) }
            }
            onThreads(4) { thread in
                if thread == 0 { clock.run() } else { clock.advance(to: ManualClock.Instant(offset: .seconds(50))) }
            }
            #expect(clock.now.offset == .seconds(50))
            #expect(rung.values.sorted() == Array(1...50))
        }
    }

    @Test func `a cancelled task doesn't wait for others to wait`() async {
        let clock = ManualClock()
        let task = Task {
            await reports { await clock.advance(by: .zero, whenAwaitedBy: 1, within: .hangLimit) }
        }
        task.cancel()
        #expect(
            await task.value.map(\.text) == [
                "The test expects 1 alarms, but there are 0 when the task is cancelled."
            ])
    }

    @Test func `a task that was cancelled doesn't count any more`() async {
        let clock = ManualClock(), task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.advance(by: .zero, whenAwaitedBy: 1, within: .hangLimit)
        task.cancel()
        clock.expectNoAlarms()
        _ = await task.result
    }

    @Test func `a timer that is never over fails the test at the limit`() {
        let clock = ManualClock(), ticker = Ticker(clock)
        ticker.start()
        let line = #line + 2
        let reports = reports {
            #expect(clock.run(upTo: 5) == 5)
        }
        #expect(reports.map(\.text) == ["5 alarms have rung, and more are pending."])
        #expect(reports.map(\.line) == [line])
        #expect(ticker.count == 5)
        ticker.stop()
        clock.run()
    }

    @Test func `it waits until a task sleeps`() async throws {
        let clock = ManualClock()
        let task = Task {
            try await clock.sleep(for: .seconds(1))
            return true
        }
        await clock.advance(by: .seconds(1), whenAwaitedBy: 1, within: .hangLimit)
        #expect(try await task.value)
        clock.expectNoAlarms()
    }

    @Test func `a clock that isn't awaited fails the test, and is moved on`() async {
        let clock = ManualClock(), line = #line + 2
        let reports = await reports {
            await clock.advance(by: .seconds(1), whenAwaitedBy: 1, within: .expiring)
        }
        #expect(
            reports.map(\.text) == [
                "The test expects 1 alarms, but there are 0 after \(Duration.expiring)."
            ])
        #expect(reports.map(\.line) == [line])
        #expect(clock.now.offset == .seconds(1))
    }

    @Test func `alarms in vain fail the test where they're asked for, and where the clock was created`() {
        let line = #line + 2
        let reports = reports {
            let clock = ManualClock()
            clock.setAlarm(at: clock.now.advanced(by: .seconds(1))) {}
            clock.expectNoAlarms()
        }
        #expect(
            reports.map(\.text) == [
                "Alarms that haven't rung: 1, the next due in 1.0 seconds.",
                "The clock was deallocated with alarms that haven't rung: 1.",
            ])
        #expect(reports.map(\.line) == [line + 2, line])
        let clock = ManualClock()
        clock.setAlarm(at: clock.now.advanced(by: .seconds(1))) {}
        clock.ignoreRest()
    }

    /// Calls the trait as Swift Testing does.
    @Test func `a test that expects nothing left fails where clocks and places were created`() async throws {
        let trait: NothingLeftTrait = .expectingNothingLeft, test = try #require(Test.current)
        let kept = LockedBox<[Any & Sendable]>([])
        let line = #line + 3
        let reports = try await reports {
            try await trait.provideScope(for: test, testCase: nil) {
                let clock = ManualClock(), place = ManualPlace()
                clock.setAlarm(at: clock.now.advanced(by: .seconds(1))) {}
                place.enqueue {}
                let ignored = ManualPlace()
                ignored.enqueue {}
                ignored.ignoreRest()
                kept.withLock { $0 = [clock, place, ignored] }
            }
        }
        #expect(reports.allSatisfy { $0.text.hasPrefix("The test is over. The ") })
        #expect(reports.map(\.line) == [line, line])
        for thing in kept.withLock({ $0 }) {
            (thing as? ManualClock)?.run()
            (thing as? ManualPlace)?.runAll()
        }
    }

    @Test func `clocks of others don't count for a test that expects nothing left, nor those of one that throws`()
        async throws
    {
        struct Thrown: Error {}
        let trait: NothingLeftTrait = .expectingNothingLeft, test = try #require(Test.current)
        let others = ManualClock(), own = LockedBox<ManualClock?>(nil)
        others.setAlarm(at: others.now.advanced(by: .seconds(1))) {}
        let reports = try await reports {
            try await trait.provideScope(for: test, testCase: nil) {}
            await #expect(throws: Thrown.self) {
                try await trait.provideScope(for: test, testCase: nil) {
                    let clock = ManualClock()
                    clock.setAlarm(at: clock.now.advanced(by: .seconds(1))) {}
                    own.withLock { $0 = clock }
                    throw Thrown()
                }
            }
        }
        #expect(reports.map(\.text) == [])
        #expect(others.run() == 1)
        #expect(own.withLock { $0 }?.run() == 1)
    }

    @Test(ExpectingOneReport(), .expectingNothingLeft, arguments: 1...2)
    func `Testing calls the trait for each argument`(delay: Int) {
        let clock = ManualClock()
        clock.setAlarm(at: clock.now.advanced(by: .seconds(delay))) {}
        ExpectingOneReport.clock?.withLock { $0 = clock }
    }

    @Test func `blocks in vain do so, too`() {
        let line = #line + 2
        let reports = reports {
            let place = ManualPlace()
            place.enqueue {}
            place.expectNoBlocks()
        }
        #expect(
            reports.map(\.text) == [
                "Blocks that haven't run: 1. Call `runAll()`.",
                "The place was deallocated with blocks that haven't run: 1.",
            ])
        #expect(reports.map(\.line) == [line + 2, line])
        let place = ManualPlace()
        place.enqueue {}
        place.ignoreRest()
    }

    @Test func `on an immediate clock, nobody waits`() async throws {
        let clock = ImmediateClock(), messenger = Messenger<Int>()
        let late = messenger.delay(by: .seconds(3600), clock: clock), recording = late.recorded()
        messenger.send(1)
        await recording.expectNext(1, within: .hangLimit)
        #expect(clock.now.offset >= .seconds(3600))
        try await clock.sleep(for: .seconds(1))
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        task.cancel()
        _ = await task.result
    }

    @Test func `a clock that nobody should need fails the test where it was created`() async throws {
        let line = #line + 2
        let reports = try await reports {
            let clock = UnimplementedClock()
            try await clock.sleep(for: .seconds(1))
            try await clock.sleep(for: .seconds(1))
        }
        #expect(reports.map(\.text) == ["The code under test sleeps for 1.0 seconds on an unimplemented clock."])
        #expect(reports.map(\.line) == [line])
    }
}

@Suite(.takingReports) struct MarblesTests {

    @Test func `what is drawn is sent, and what comes is drawn`() async {
        let clock = ManualClock(), letters = Messenger<String>()
        let loud = letters.map { $0.uppercased() }, recording = loud.recorded(clock: clock)
        let all = letters.recorded(clock: clock)
        clock.schedule("a-b-- (cd)-|", on: letters)
        clock.run()
        #expect(all.marbles() == "a-b--(cd)-|")
        #expect(recording.marbles() == "A-B--(CD)")
        #expect(all.recordedMessages.map(\.time) == [0, 2, 5, 5].map { .seconds($0) })
        withExtendedLifetime(loud) {}
    }

    @Test func `a debounce is drawn in virtual time`() {
        let clock = ManualClock(), text = Messenger<Int>()
        let query = text.debounce(for: .milliseconds(20), clock: clock), recording = query.recorded(clock: clock)
        let messages: [Character: Int] = ["a": 1, "b": 2, "c": 3]
        clock.schedule("ab----c", on: text, frame: .milliseconds(10), messages)
        clock.run()
        #expect(recording.marbles(messages, frame: .milliseconds(10)) == "---b----c")
        withExtendedLifetime(query) {}
    }

    @Test func `frames needn't be round numbers`() {
        let clock = ManualClock(), letters = Messenger<String>(), recording = letters.recorded(clock: clock)
        let drawing = String(repeating: "a", count: 200), frame = Duration.seconds(1) / 60
        clock.schedule(drawing, on: letters, frame: frame)
        clock.run()
        #expect(recording.marbles(frame: frame) == drawing)
    }

    @Test(arguments: [0, -1]) func `a frame that takes no time stops the program`(seconds: Int) async {
        await #expect(processExitsWith: .failure) { [seconds] in
            ManualClock().schedule("a", on: Messenger<String>(), frame: .seconds(seconds))
        }
        await #expect(processExitsWith: .failure) { [seconds] in
            _ = Messenger<String>().recorded().marbles(frame: .seconds(seconds))
        }
    }

    @Test func `a message without a character is a question mark`() {
        let clock = ManualClock(), messenger = Messenger<Int>(), recording = messenger.recorded(clock: clock)
        messenger.send(7)
        #expect(recording.marbles(["a": 1]) == "?")
    }

    @Test(arguments: ["a(b", "(-)", "((a))", "a)"]) func `a wrong drawing stops the program`(drawing: String) async {
        await #expect(processExitsWith: .failure) { [drawing] in
            ManualClock().schedule(drawing, on: Messenger<String>())
        }
    }
}

/// Sets its next alarm whenever one rings.
private final class Ticker: Sendable {
    private let clock: ManualClock
    private let state = LockedBox((count: 0, hasStopped: false))
    var count: Int { state.withLock { $0.count } }

    init(_ clock: ManualClock) { self.clock = clock }

    func start() {
        clock.setAlarm(at: clock.now.advanced(by: .seconds(1))) { [self] in
            let goesOn = state.withLock { state in
                if !state.hasStopped { state.count += 1 }
                return !state.hasStopped
            }
            if goesOn { start() }
        }
    }

    func stop() { state.withLock { $0.hasStopped = true } }
}

/// Expects that the traits after it report the clock of the test, and then lets the clock ring.
private struct ExpectingOneReport: TestTrait, TestScoping {

    /// The clock of the test, which outlives it.
    @TaskLocal static var clock: LockedBox<ManualClock?>?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let clock = LockedBox<ManualClock?>(nil)
        let reports = try await reports { try await Self.$clock.withValue(clock) { try await function() } }
        #expect(reports.count == 1)
        #expect(reports.allSatisfy { $0.text.hasPrefix("The test is over. ") })
        #expect(clock.withLock { $0 }?.run() == 1)
    }
}
