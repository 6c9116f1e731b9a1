import Dispatch
import Testing

@testable import SwiftObserver

/// The order of deferred work.
@Suite struct DeferredWorkTests {

    private let events = Recorder<String>()

    @Test func `tasks come before anything is released`() {
        var work = DeferredWork()
        work.release(Dying(events))
        work.perform(Acting(events))
        work.release(holding: [Dying(events)])
        work.performLater(Acting(events, "releases"))
        work.perform(Acting(events))
        #expect(events.values == [])
        work.finish()
        #expect(events.values == ["acts", "acts", "dies", "dies", "releases"])
    }

    @Test func `a task that is added several times in a row is performed once`() {
        for isBehindOthers in [false, true] {
            let events = Recorder<String>(), task = Acting(events), other = Acting(events, "acts otherwise")
            var work = DeferredWork()
            if isBehindOthers {
                work.perform(other)
                work.release(holding: "text")
            }
            for _ in 0..<3 { work.perform(task) }
            work.finish()
            #expect(events.values == (isBehindOthers ? ["acts otherwise", "acts"] : ["acts"]))
        }
    }

    @Test func `what is nothing but memory isn't kept`() {
        var work = DeferredWork()
        work.release(holding: 1)
        work.release(nil)
        let isEmpty = work.isEmpty
        #expect(isEmpty)
        work.release(holding: "text")
        let isStillEmpty = work.isEmpty
        #expect(!isStillEmpty)
        work.finish()
    }

    #if DEBUG && !EXPLORE
        @Test func `a debug build stops where work is finished under a lock`() async {
            await #expect(processExitsWith: .failure) {
                var work = DeferredWork()
                work.release(holding: "text")
                Protected(0).withLock { _ in work.finish() }
            }
        }

        @Test func `a debug build stops where work is never finished`() async {
            await #expect(processExitsWith: .failure) {
                var work = DeferredWork()
                work.release(holding: "text")
            }
        }
    #endif

    @Test func `code of clients in a change in place may do anything else`() {
        let one = Var(0), other = Var("a"), dog = Dog(), heard = Recorder<String>()
        dog.observe(other).on(DispatchQueue(label: "q")).buffering(.newest(1)).receive { heard.record($0.new) }
        one.changeInPlace { _ in for number in 0..<3 { other.value = "\(number)" } }
        #expect(other.value == "2")
    }
}

private final class Dying: Sendable {
    private let events: Recorder<String>
    init(_ events: Recorder<String>) { self.events = events }
    deinit { events.record("dies") }
}

private final class Acting: DeferredTask, @unchecked Sendable {
    private let events: Recorder<String>
    private let event: String

    init(_ events: Recorder<String>, _ event: String = "acts") {
        self.events = events
        self.event = event
    }

    override func performDeferredTask() { events.record(event) }
}
