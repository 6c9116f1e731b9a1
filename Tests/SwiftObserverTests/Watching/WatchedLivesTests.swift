import Dispatch
import Foundation
import Testing

@testable import SwiftObserver

extension WatchSuite {

    /// Starts and ends while watching is on, probable mistakes, and the state after watching.
    @Suite struct WatchedLives {

        @Test func `what began since a mark and lives is found, with its line`() {
            Watch.start()
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "marked sky"), dog = Dog(), early = Dog()
            early.observe(sky) { _ in }
            let mark = Watch.mark()
            let line = #line + 1
            dog.observe(sky) { _ in }
            sky.observed { _ in }.stopObserving()
            let messages = sky.messages()
            let begun = Watch.begun(since: mark).filter { $0.observable == "marked sky" }
            #expect(begun.map(\.observer) == ["Dog", "for await"])
            #expect(begun.map(\.line) == [line, line + 2])
            dog.stopObserving()
            #expect(Watch.begun(since: mark).filter { $0.observable == "marked sky" }.count == 1)
            withExtendedLifetime(messages) {}
        }

        @Test func `starts and ends are told in order, with the reason`() async {
            let events = EventRecorder()
            Watch.start(telling: events)
            defer { Watch.stop() }
            let dog = Dog()
            var sky: Messenger<Int>? = Messenger(named: "ending sky")
            dog.observe(sky!) { _ in }
            dog.stopObserving()
            do {
                let other = Dog()
                other.observe(sky!) { _ in }
            }
            // A look in progress may retain the observer for a moment.
            await eventually { events.ends(at: "ending sky").count == 2 }
            let queue = DispatchQueue(label: "slow")
            queue.suspend()
            dog.observe(sky!).on(queue).buffering(.upTo(1)).receive { _ in }
            sky!.send(1)
            sky!.send(2)
            queue.resume()
            await eventually { events.ends(at: "ending sky").count == 3 }
            dog.observe(sky!) { _ in }
            sky = nil
            await eventually { events.ends(at: "ending sky").count == 4 }
            #expect(events.ends(at: "ending sky") == [.stopped, .observerDied, .tooSlow, .farewell])
            let starts = events.count {
                if case .started(let one) = $0 { one.observable == "ending sky" } else { false }
            }
            #expect(starts == 4)
        }

        @Test func `what a watcher does itself isn't told to it, and it may do anything`() async {
            final class Busy: Watcher {
                let heard = Recorder<String>(), own = Messenger<Int>(named: "watcher's sky")
                func didSee(_ event: WatchEvent) {
                    if case .started(let one) = event { heard.record(one.observable) }
                    own.observed { _ in }.stopObserving()
                    own.observed { _ in }
                    own.send(1)
                    _ = Watch.report()
                    _ = Watch.graph()
                    _ = Watch.openMetrics()
                    _ = own.inspect()
                }
            }
            let busy = Busy()
            Watch.start(telling: busy)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "told sky")
            for _ in 1...10 { sky.observed { _ in } }
            await eventually { busy.heard.values.filter { $0 == "told sky" }.count == 10 }
            #expect(!busy.heard.values.contains("watcher's sky"))
        }

        @Test func `a watcher that is too slow learns how much it missed`() async {
            final class Slow: Watcher {
                let gate = Gate(), untold = Recorder<Int>(), told = Recorder<Int>()
                func didSee(_ event: WatchEvent) {
                    gate.pass()
                    if case .untold(let count) = event { untold.record(count) } else { told.record(1) }
                }
            }
            let slow = Slow(), sky = Messenger<Int>()
            Watch.start(telling: slow)
            // At most as many events as may wait are dequeued, and as many wait after them.
            for _ in 1...15_000 { sky.observed { _ in }.stopObserving() }
            slow.gate.open()
            await eventually { slow.told.count + slow.untold.values.reduce(0, +) >= 30_000 }
            #expect(slow.untold.values.reduce(0, +) >= 10_000)
            Watch.stop()
        }

        @Test func `a transform that nobody holds is told, one that has sent something isn't`() {
            Watch.start()
            defer { Watch.stop() }
            let sky = Messenger<Int>(), dog = Dog()
            let line = #line + 1
            dog.observe(sky.map { "\($0) is lost" }) { _ in }
            var used: Map<Messenger<Int>, Bool>? = sky.map { $0 > 0 }
            dog.observe(used!) { _ in }
            sky.send(1)
            used = nil
            let lost = Watch.report().mistakes.filter { $0.kind == .lostTransform }
            #expect(lost.contains { $0.line == line })
            #expect(!lost.contains { $0.line == line + 2 })
        }

        @Test func `a handler that holds its observer is told, one that doesn't isn't`() {
            final class Cat: Observer, @unchecked Sendable {
                let receiver = Receiver()
                var number = 0
                func observe(_ sky: Messenger<Int>) -> UInt {
                    let line: UInt = #line
                    observe(sky) { self.number = $0 }
                    observe(sky) { [unowned self] in self.number = $0 }
                    observe(sky) { [unowned(unsafe) self] in self.number = $0 }
                    observe(sky) { [weak self] in self?.number = $0 }
                    observe(sky) { _ in }
                    return line
                }
            }
            Watch.start()
            defer { Watch.stop() }
            let cat = Cat(), sky = Messenger<Int>()
            let line = Int(cat.observe(sky))
            let captured = Watch.report().mistakes.filter {
                $0.kind == .capturedObserver && $0.file?.hasSuffix("WatchedLivesTests.swift") == true
            }
            #expect(captured.map(\.line) == [line + 1])
            cat.stopObserving()
        }

        #if DEBUG
            @Test func `a receiver that is a new one each time stops the program`() async {
                await #expect(processExitsWith: .failure) {
                    final class Fox: Observer { var receiver: Receiver { Receiver() } }
                    Fox().observe(Messenger<Int>()) { _ in }
                }
            }
        #endif

        @Test func `bad input stops the program`() async {
            await #expect(processExitsWith: .failure) { _ = Watch.mark() }
            await #expect(processExitsWith: .failure) { Watch.start(WatchLimits(slow: .zero)) }
            await #expect(processExitsWith: .failure) {
                Watch.start(WatchLimits(slow: .seconds(2), stuck: .seconds(1)))
            }
            await #expect(processExitsWith: .failure) { Watch.start(WatchLimits(backlog: 0)) }
        }

        @Test func `nothing is left when it's off, not even behind a handler that is running`() async {
            let sky = Messenger<Int>(), gate = Gate(), begun = Gate(), dog = Dog()
            Watch.start(telling: EventRecorder())
            dog.observe(sky) { _ in
                begun.open()
                gate.pass()
            }
            dog.observe(sky, on: DispatchQueue(label: "kennel")) { _ in }
            DispatchQueue(label: "sender").async { sky.send(1) }
            begun.pass()
            Watch.stop()
            #expect(Watch.isOn == false)
            gate.open()
            await sky.drain(within: .hangLimit)
            let observations = Recorder<AnyObservation>()
            sky.office.forEachObservation { observations.record($0) }
            #expect(observations.count == 2)
            await eventually { observations.values.allSatisfy { $0.probe == nil } }
            #expect(Watch.report().mistakes.isEmpty)
            #expect(Watch.report().slowHandlers.isEmpty)
            sky.send(2)
            await sky.drain(within: .hangLimit)
            #expect(sky.inspect().observations.map(\.handled) == [nil, 2])
        }

        @Test func `it's turned on and off under fire`() {
            let skies = (0..<4).map { _ in Messenger<Int>() }, queue = DispatchQueue(label: "kennel")
            let sent = Recorder<Int>(), heard = LockedBox(0)
            for sky in skies {
                sky.observed { _ in heard.withLock { $0 += 1 } }
                sky.observed().on(queue).receive { _ in heard.withLock { $0 += 1 } }
            }
            onThreads(4) { index in
                if index == 0 {
                    for _ in 0..<200 {
                        Watch.start(WatchLimits(slow: .milliseconds(4)))
                        _ = Watch.report()
                        Watch.stop()
                    }
                } else {
                    for number in 0..<3000 {
                        skies[number % 4].send(number)
                        if number % 10 == 0 {
                            let dog = Dog()
                            dog.observe(skies[number % 4]) { _ in }
                            _ = skies[number % 4].inspect()
                        }
                    }
                    sent.record(3000)
                }
            }
            for sky in skies { sky.drain(within: .hangLimit) }
            #expect(heard.withLock { $0 } == 18_000)
            let observations = Recorder<AnyObservation>()
            for sky in skies { sky.office.forEachObservation { observations.record($0) } }
            #expect(observations.values.allSatisfy { $0.probe == nil })
        }

        @Test func `a dead observable disappears, and a living one is found with all that lived before`() {
            let sky = Messenger<Int>(named: "old sky")
            sky.observed { _ in }
            Watch.start()
            defer { Watch.stop() }
            #expect(Watch.observables().contains { $0.name == "old sky" && $0.observations[0].line == nil })
            do {
                let dead = Messenger<Int>(named: "dead sky")
                dead.observed { _ in }
                #expect(Watch.observables().contains { $0.name == "dead sky" && $0.observations[0].line != nil })
            }
            #expect(!Watch.observables().contains { $0.name == "dead sky" })
        }
    }
}

extension EventRecorder {

    func ends(at observable: String) -> [EndOfObservation] {
        events.compactMap { event in
            if case .ended(let one, let reason) = event, one.observable == observable { reason } else { nil }
        }
    }
}
