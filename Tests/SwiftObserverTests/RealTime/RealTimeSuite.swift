import Dispatch
import Foundation
import SwiftObserverTesting
import Testing

@testable import SwiftObserver

/// All tests whose result depends on a clock or on the speed of the machine, run serially.
///
/// All other tests give the same result however slow and busy the machine is. Only they decide
/// whether a commit passes, so the Makefile skips this suite by its name and runs it separately.
@Suite(.serialized) struct RealTimeSuite {

    private let messenger = Messenger<Int>(), dog = Dog()

    // MARK: - The clock

    @Test func `operators wait in real time by default`() async {
        let debounced = messenger.debounce(for: .milliseconds(5)), numbers = debounced.recorded()
        let start = ContinuousClock.now
        messenger.send(1)
        #expect(await numbers.next(within: .hangLimit) == 1)
        #expect(ContinuousClock.now - start >= .milliseconds(5))
        numbers.expectNothingMore()
    }

    @Test(arguments: [Duration.nanoseconds(1), .milliseconds(20)])
    func `who waits for room waits for as long as was said`(_ duration: Duration) {
        let queue = DispatchQueue(label: "queue")
        dog.observe(messenger, on: queue) { _ in }
        queue.suspend()
        messenger.send(1)
        let start = ContinuousClock.now
        #expect(!messenger.waitForRoom(below: 1, within: duration))
        #expect(ContinuousClock.now - start >= duration)
        queue.resume()
    }

    @Test func `time operators that block don't keep actors from working`() {
        let number = 2 * ProcessInfo.processInfo.activeProcessorCount
        let blocked = DispatchGroup(), free = Gate(), hasWorked = Gate(), worker = Worker()
        let messengers = (0..<number).map { _ in Messenger<Int>() }
        for messenger in messengers {
            blocked.enter()
            dog.observe(messenger).debounce(for: .milliseconds(1)).receive { _ in
                blocked.leave()
                free.pass()
            }
            messenger.send(1)
        }
        #expect(blocked.wait(timeout: .now() + 20) == .success)
        dog.observe(messenger, on: worker) { _, _ in hasWorked.open() }
        messenger.send(1)
        #expect(hasWorked.pass(before: .now() + 20))
        free.open()
        // If a messenger were deallocated earlier, its end would send what is pending, and block
        // this thread.
        withExtendedLifetime(messengers) {}
    }

    // MARK: - What must not stay

    #if os(Linux)
        @Test(arguments: [ClockKind.continuous, .suspending])
        func `time operators that are over long before their time keep no memory`(_ clock: ClockKind) throws {
            func debounceOften() {
                for number in 0..<50_000 {
                    let debounced = messenger.debounce(for: .seconds(600), clock: clock.clock)
                    messenger.send(number)
                    withExtendedLifetime(debounced) {}
                }
            }
            debounceOften()
            let before = try residentBytes()
            debounceOften()
            debounceOften()
            #expect(try residentBytes() - before < 10_000_000)
        }
    #endif

    // MARK: - What must not take quadratic time

    @Test func `sending many messages from one handler costs linear time`() {
        let end = 40_000
        dog.observe(messenger) { [messenger] message in
            if message == 0 { (1...end).forEach { messenger.send($0) } }
        }
        #expect(processorTime { messenger.send(0) } < .seconds(10))
    }

    @Test func `waiting many times for what never comes costs linear time`() {
        let time = processorTime {
            let messenger = Messenger<Int>()
            for _ in 0..<100_000 { messenger.observedOnce { _ in } }
        }
        #expect(time < .seconds(20))
    }

    @Test func `giving up many waits for room costs linear time`() {
        var queue = RoomQueue()
        let waiters = (1...60_000).map { RoomWaiter(below: $0) {} }
        for waiter in waiters { queue.append(waiter) }
        let time = processorTime { for waiter in waiters.reversed() { _ = queue.remove(waiter) } }
        #expect(queue.isEmpty)
        #expect(time < .seconds(isOptimized ? 1 : 10))
    }

    @Test func `many alarms of a manual clock cost little more than linear time`() {
        let clock = ManualClock(), number = 60_000, rung = LockedBox(0)
        let time = processorTime {
            let cancels = (1...number).map { index in
                clock.setAlarm(at: clock.now.advanced(by: .seconds(index * 7919 % number))) {
                    rung.withLock { $0 += 1 }
                }
            }
            for cancel in cancels[..<(number / 2)] { cancel() }
            clock.advance(by: .seconds(number))
        }
        #expect(rung.withLock { $0 } == number / 2 && clock.alarmCount == 0)
        #expect(time < .seconds(isOptimized ? 1 : 20))
    }

    @Test(arguments: [GraphFormat.mermaid, .dot])
    func `a graph of ten thousand nodes takes linear time`(_ format: GraphFormat) {
        let dogs = (0..<5000).map { _ in Dog() }, skies = dogs.map { _ in Messenger<Int>() }
        for (sky, dog) in zip(skies, dogs) { dog.observe(sky) { _ in } }
        #expect(processorTime { _ = Watch.graph(format, limit: .max) } < .seconds(isOptimized ? 1 : 10))
        withExtendedLifetime((skies, dogs)) {}
    }

    @Test func `metrics of ten thousand observables take linear time`() {
        let skies = (0..<10_000).map { Messenger<Int>(named: "sky \($0)") }
        for sky in skies { dog.observe(sky) { _ in } }
        #expect(processorTime { _ = Watch.openMetrics() } < .seconds(isOptimized ? 1 : 10))
        withExtendedLifetime(skies) {}
    }
}

/// The clocks of the system.
enum ClockKind {
    case continuous, suspending

    var clock: any Clock<Duration> {
        switch self {
        case .continuous: ContinuousClock()
        case .suspending: SuspendingClock()
        }
    }
}

/// An actor that handles messages on the threads that all actors share.
private actor Worker {}

#if os(Linux)
    /// The memory of this process that isn't swapped out.
    private func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return (Int(pages) ?? 0) * Int(getpagesize())
    }
#endif

/// Whether the tests are compiled with optimization.
private let isOptimized: Bool = {
    #if DEBUG
        false
    #else
        true
    #endif
}()
