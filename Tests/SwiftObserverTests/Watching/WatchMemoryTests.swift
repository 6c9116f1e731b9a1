import Dispatch
import Testing

@testable import SwiftObserver

extension WatchSuite {

    /// The memory of watching, which retains no client object and leaves nothing behind.
    @Suite struct WatchMemory {

        private final class NamedCat: Observer, Sendable {
            let receiver = Receiver(named: "Tom")
            let mortal: Mortal
            init(_ mortal: Mortal) { self.mortal = mortal }
        }

        private final class Sky: SwiftObserver.Observable, Sendable {
            let messenger = Messenger<Mortal>(named: "mortal")
            let mortal: Mortal
            init(_ mortal: Mortal) { self.mortal = mortal }
        }

        private final class Author: Sendable {
            let mortal: Mortal
            init(_ mortal: Mortal) { self.mortal = mortal }
        }

        private final class Collector: Watcher {
            let events = Recorder<WatchEvent>()
            func didSee(_ event: WatchEvent) { events.record(event) }
        }

        @Test func `everyone dies who is let go of while watching is on and events are kept`() async {
            let deaths = LockedBox<Set<String>>([]), collector = Collector(), queue = DispatchQueue(label: "kennel")
            @Sendable func mortal(_ name: String) -> Mortal { Mortal { deaths.withLock { _ = $0.insert(name) } } }
            Watch.start(WatchLimits(slow: .milliseconds(5), stuck: .milliseconds(5), backlog: 1), telling: collector)
            defer { Watch.stop() }
            var sky: Sky? = Sky(mortal("observable")), cat: NamedCat? = NamedCat(mortal("observer"))
            let gate = Gate(), began = Gate()
            do {
                let captured = mortal("captured")
                cat?.observe(sky!).on(queue).buffering(.newest(2)).receive { message in
                    captured.touch()
                    message.touch()
                    began.open()
                    gate.pass()
                }
                cat?.observe(sky!) { _, _ in captured.touch() }
            }
            for _ in 1...5 { sky?.send(mortal("message"), from: Author(mortal("author"))) }
            #expect(began.pass())
            await eventually { Watch.report().slowHandlers.contains { $0.observations.first?.observable == "mortal" } }
            let sights = (sky?.inspect(), cat?.inspect(), Watch.report(), Watch.observables())
            gate.open()
            _ = await sky?.drain(within: .hangLimit)
            #expect(deaths.withLock { $0 } == ["message", "author"])
            cat = nil
            await eventually { deaths.withLock { $0.isSuperset(of: ["observer", "captured"]) } }
            sky = nil
            await eventually { deaths.withLock { $0.count } == 5 }
            #expect(!Watch.observables().contains { $0.name == "mortal" })
            #expect(collector.events.count > 0)
            withExtendedLifetime(sights) {}
        }

        @Test func `a stuck handler that is found keeps nothing alive but what it runs for`() async {
            let deaths = Recorder<String>(), queue = DispatchQueue(label: "kennel"), gate = Gate(), began = Gate()
            Watch.start(WatchLimits(slow: .milliseconds(5), stuck: .milliseconds(5)))
            defer { Watch.stop() }
            var sky: Messenger<Mortal>? = Messenger(named: "stuck and mortal")
            let dog = Dog()
            dog.observe(sky!, on: queue) { _ in
                began.open()
                gate.pass()
            }
            sky?.send(Mortal())
            sky?.send(Mortal { deaths.record("waiting") })
            #expect(began.pass())
            await eventually {
                Watch.report().slowHandlers.contains { $0.observations.first?.observable == "stuck and mortal" }
            }
            let weakSky = WeakBox(sky!)
            dog.stopObserving()
            sky = nil
            #expect(!weakSky.isAlive)
            await eventually { Watch.report().slowHandlers.contains { $0.isEnded } }
            gate.open()
            queue.sync {}
            await eventually { deaths.values == ["waiting"] }
            await eventually {
                !Watch.report().slowHandlers.contains {
                    $0.isEnded && $0.observations.first?.observable == "stuck and mortal"
                }
            }
        }

        @Test func `probes are there while it's on, and gone when it's off`() async {
            let sky = Messenger<Int>(), dog = Dog(), queue = DispatchQueue(label: "kennel"), number = Var(1)
            func probes() -> [Bool] {
                let found = Recorder<Bool>()
                sky.office.forEachObservation { found.record($0.probe != nil) }
                number.office.forEachObservation { found.record($0.probe != nil) }
                return found.values
            }
            func observeAll() {
                dog.observe(sky) { _ in }
                dog.observe(sky, on: queue) { _ in }
                dog.observe(sky, on: MainActor.shared) { _ in }
                dog.observe(number, sky.buffer()) { _, _ in }
            }
            let messages = sky.messages(), map = sky.map { $0 }
            observeAll()
            #expect(!probes().contains(true))
            Watch.start()
            observeAll()
            #expect(!probes().contains(false))
            #expect(probes().count >= 8)
            Watch.stop()
            await eventually { !probes().contains(true) }
            observeAll()
            #expect(!probes().contains(true))
            withExtendedLifetime((messages, map)) {}
        }

        @Test func `sums, mistakes and calls are forgotten when it's off`() async {
            let sky = Messenger<Int>(named: "forgotten"), gate = Gate(), began = Gate(), dog = Dog()
            let queue = DispatchQueue(label: "kennel")
            Watch.start(WatchLimits(slow: .milliseconds(5), stuck: .milliseconds(5)), telling: Collector())
            dog.observe(sky.map { $0 }) { _ in }
            dog.observe(sky, on: queue) { _ in
                began.open()
                gate.pass()
            }
            sky.send(1)
            #expect(began.pass())
            await eventually { !Watch.report().slowHandlers.isEmpty }
            #expect(Watch.report().mistakes.contains { $0.kind == .lostTransform })
            #expect(!WatchLog.shared.ended.sums.isEmpty)
            Watch.stop()
            #expect(Sampler.shared.calls(longerThan: .zero).isEmpty)
            #expect(WatchLog.shared.mistakes.isEmpty)
            #expect(WatchLog.shared.ended.sums.isEmpty)
            let report = Watch.report()
            #expect(!report.isOn)
            #expect(report.slowHandlers.isEmpty && report.mistakes.isEmpty)
            // A look while watching is off leaves nothing behind.
            Sampler.shared.look()
            #expect(Sampler.shared.calls(longerThan: .zero).isEmpty)
            gate.open()
            queue.sync {}
        }
    }
}
