import Dispatch
import Synchronization
import Testing

@testable import SwiftObserver

extension WatchSuite {

    /// Watchers, which get each event once and in order, and may do anything.
    @Suite struct Watchers {

        private let queue = DispatchQueue(label: "kennel"), dog = Dog()
        private let limits = WatchLimits(slow: .milliseconds(20), stuck: .milliseconds(40), backlog: 2)

        @Test func `one observation is told from its start to its end, in order`() async {
            let seen = SeenEvents(of: "told from start to end"), slow = SlowHandler()
            Watch.start(limits, telling: seen)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "told from start to end")
            dog.observe(sky).on(queue).buffering(.newest(3)).receive(slow.receive)
            sky.send(1)
            #expect(slow.begins())
            await eventually { seen.values.contains("stuck") }
            for number in 2...6 { sky.send(number) }
            await eventually { seen.count(of: "missed") == 2 && seen.values.contains("backlog") }
            #expect(seen.values.filter { $0 == "stuck" }.count == 1)
            #expect(seen.values.filter { $0 == "slow" }.count <= 1)
            slow.end(4)
            await eventually { seen.values.contains("returned") }
            await sky.drain(within: .hangLimit)
            dog.stopObserving()
            await eventually { seen.values.contains("ended: stopped") }
            let values = seen.values
            #expect(values.first == "started")
            #expect(
                values.filter { $0.hasPrefix("started") || $0.hasPrefix("ended") } == ["started", "ended: stopped"])
            #expect(seen.count(of: "missed") == 2)
        }

        @Test func `a watcher that looks itself is still told what it finds by that`() async {
            let seen = SeenEvents(of: "looked at by") { _ in _ = Watch.report() }, slow = SlowHandler()
            // These limits are so long that only the watcher looks in time.
            Watch.start(WatchLimits(slow: .seconds(100), stuck: .seconds(200), backlog: 2), telling: seen)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "looked at by its watcher")
            dog.observe(sky).on(queue).buffering(.newest(3)).receive(slow.receive)
            sky.send(1)
            #expect(slow.begins())
            for number in 2...6 { sky.send(number) }
            // The watcher looks when it gets this event.
            sky.observed { _ in }
            await eventually { seen.values.contains("backlog") && seen.count(of: "missed") == 2 }
            slow.end(4)
            await sky.drain(within: .hangLimit)
        }

        @Test func `a watcher that never returns doesn't keep the next one waiting`() async {
            let gate = Gate(), begun = Gate(), second = SeenEvents(of: "second watcher")
            let first = SeenEvents(of: "first watcher") { _ in
                begun.open()
                gate.pass()
            }
            Watch.start(limits, telling: first)
            Messenger<Int>(named: "first watcher").observed { _ in }
            begun.pass()
            Watch.start(limits, telling: second)
            defer { Watch.stop() }
            Messenger<Int>(named: "second watcher").observed { _ in }
            await eventually { second.values.contains("started") }
            gate.open()
        }

        @Test func `an end that is noted before the start is told behind it`() async {
            let seen = SeenEvents(of: "early end")
            Watch.start(limits, telling: seen)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "early end")
            sky.observed { _ in }
            await eventually { seen.values == ["started"] }
            let sample = sky.office.sample().observations[0], note = sky.office.note(of: sample, nil)
            let probe = Probe(nil, isNew: true)
            WatchLog.shared.didEnd(note, probe, because: .tooSlow, nil)
            WatchLog.shared.didStart(note, probe)
            await eventually { seen.values == ["started", "started", "ended: tooSlow"] }
        }

        @Test func `a mistake that is made in the same line again is told and listed once`() async {
            final class Careless: Observer, Sendable {
                let receiver = Receiver()
                func observe(_ sky: Messenger<Int>) { observe(sky) { _ in _ = self } }
                func observeElsewhere(_ sky: Messenger<Int>) { observe(sky) { _ in _ = self } }
            }
            let events = EventRecorder()
            Watch.start(telling: events)
            defer { Watch.stop() }
            let sky = Messenger<Int>(), observers = [Careless(), Careless()]
            for observer in observers {
                observer.observe(sky)
                observer.observe(sky)
            }
            observers[0].observeElsewhere(sky)
            let mistakes = Watch.report().mistakes.filter { $0.description.contains("Careless") }
            #expect(mistakes.count == 2)
            await eventually {
                events.count { if case .mistake(let one) = $0 { one.description.contains("Careless") } else { false } }
                    >= 2
            }
            #expect(
                events.count { if case .mistake(let one) = $0 { one.description.contains("Careless") } else { false } }
                    == 2)
            for observer in observers { observer.stopObserving() }
        }

        @Test func `a watcher may stop and start watching`() async {
            let second = SeenEvents(of: "stopped by")
            let first = SeenEvents(of: "stopped by") { _ in
                Watch.stop()
                #expect(!Watch.isOn)
                Watch.start(telling: second)
            }
            Watch.start(telling: first)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "stopped by its watcher")
            sky.observed { _ in }
            await eventually { first.values == ["started"] }
            sky.observed { _ in }
            await eventually { second.values == ["started"] }
            #expect(first.values == ["started"])
        }

        @Test func `a watcher that is replaced is told no more, and released`() async {
            let new = SeenEvents(of: "watched by two"), deaths = Recorder<String>()
            final class Old: Watcher {
                let mortal: Mortal
                init(_ mortal: Mortal) { self.mortal = mortal }
                func didSee(_ event: WatchEvent) {}
            }
            Watch.start(telling: Old(Mortal { deaths.record("old") }))
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "watched by two")
            sky.observed { _ in }
            Watch.start(telling: new)
            await eventually { deaths.values == ["old"] }
            sky.observed { _ in }
            await eventually { new.values == ["started"] }
            Watch.start(telling: Old(Mortal { deaths.record("last") }))
            Watch.stop()
            await eventually { deaths.values == ["old", "last"] }
            sky.observed { _ in }
            #expect(new.values == ["started"])
        }

        @Test func `a watcher that dies may do anything`() async {
            let sky = Messenger<Int>(named: "used by a dying watcher"), deaths = Recorder<Bool>()
            final class Dying: Watcher {
                let mortal: Mortal
                init(_ mortal: Mortal) { self.mortal = mortal }
                func didSee(_ event: WatchEvent) {}
            }
            sky.observed { _ in }
            let die: @Sendable () -> Void = {
                _ = Watch.report()
                _ = sky.inspect()
                sky.observed { _ in }.stopObserving()
                sky.send(1)
                deaths.record(Watch.isOn)
            }
            Watch.start(telling: Dying(Mortal(onDeath: die)))
            Watch.stop()
            await eventually { deaths.values == [false] }
        }

        @Test func `a watcher is called by one thread at a time, while none of ours waits for it`() async {
            let meter = OverlapMeter(), calls = Recorder<String>()
            let seen = SeenEvents(of: "many threads") { _ in meter.measure { for _ in 1...50 { calls.record("") } } }
            Watch.start(telling: seen)
            defer { Watch.stop() }
            let skies = (0..<4).map { Messenger<Int>(named: "many threads \($0)") }
            onThreads(4) { index in
                for _ in 1...200 { skies[index].observed { _ in }.stopObserving() }
            }
            await eventually { seen.values.count == 1600 }
            #expect(meter.maximum == 1)
            #expect(seen.values.filter { $0 == "started" }.count == 800)
        }

        @Test func `an observable that is held in a watcher's call keeps nobody waiting`() async {
            let gate = Gate(), held = Gate()
            let seen = SeenEvents(of: "held by") { _ in
                held.open()
                gate.pass()
            }
            // With these limits, no call is reported as slow.
            Watch.start(WatchLimits(slow: .hangLimit, stuck: .hangLimit), telling: seen)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "held by its watcher"), heard = Recorder<Int>()
            dog.observe(sky, receive: heard.record)
            #expect(held.pass())
            sky.send(1)
            dog.stopObserving(sky)
            dog.observe(sky, on: queue, receive: heard.record)
            sky.send(2)
            #expect(await sky.drain(within: .hangLimit).isEmpty)
            #expect(heard.values == [1, 2])
            #expect(sky.inspect().observations.count == 1)
            gate.open()
            await eventually { seen.values == ["started", "ended: stopped", "started"] }
        }

        @Test func `what a closed observable refuses is told while something is left of it`() async {
            let seen = SeenEvents(of: "closed with"), slow = SlowHandler()
            Watch.start(limits, telling: seen)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "closed with a handler that runs")
            dog.observe(sky, on: queue, receive: slow.receive)
            sky.send(1)
            sky.send(2)
            #expect(slow.begins())
            #expect(await !sky.close(within: .zero).isEmpty)
            for number in 3...5 { sky.send(number) }
            await eventually { seen.count(of: "refused") == 3 }
            slow.end(2)
            await eventually { seen.values.contains("ended: farewell") }
            #expect(seen.count(of: "refused") == 3)
        }
    }
}
