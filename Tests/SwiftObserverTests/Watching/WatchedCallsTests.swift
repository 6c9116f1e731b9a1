import Dispatch
import Foundation
import Testing

@testable import SwiftObserver

extension WatchSuite {

    /// Counting calls in place, and finding long ones.
    @Suite struct WatchedCalls {

        private let queue = DispatchQueue(label: "kennel")
        private let limits = WatchLimits(slow: .milliseconds(20), stuck: .milliseconds(60), backlog: 5)

        @Test func `calls in place are counted, since the start or since watching is on`() {
            let sky = Messenger<Int>(), dog = Dog()
            dog.observe(sky) { _ in }
            sky.send(1)
            #expect(sky.inspect().observations.map(\.handled) == [nil])
            Watch.start()
            defer { Watch.stop() }
            sky.observed { _ in }
            sky.send(2)
            sky.send(3)
            #expect(sky.inspect().sent == 3)
            #expect(sky.inspect().observations.map(\.handled) == [2, 2])
            #expect(sky.inspect().observations.map(\.waiting) == [0, 0])
            #expect(sky.inspect().observations.map(\.isRunning) == [false, false])
        }

        @Test func `what waits in place is what each observer has not got`() async {
            Watch.start()
            defer { Watch.stop() }
            let sky = Messenger<Int>(), gate = Gate(), begun = Gate()
            sky.observed { _ in }
            sky.observed { _ in
                begun.open()
                gate.pass()
            }
            sky.observed { _ in }
            DispatchQueue(label: "sender").async { sky.send(1) }
            begun.pass()
            sky.send(2)
            let sight = sky.inspect()
            #expect(sight.sent == 2)
            #expect(sight.inLine == 1)
            #expect(sight.deliverer != nil)
            #expect(sight.observations.map(\.waiting) == [1, 1, 2])
            #expect(sight.observations.map(\.handled) == [1, 1, 0])
            #expect(sight.observations.map(\.isRunning) == [false, true, false])
            gate.open()
            await sky.drain(within: .hangLimit)
            #expect(sky.inspect().observations.map(\.handled) == [2, 2, 2])
        }

        @Test func `a handler that is stuck after its observation has ended is found, and nobody else blamed`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "sky that is heard once"), gate = Gate(), begun = Gate()
            let innocent = Dog()
            innocent.observe(sky) { _ in }
            let line = #line + 1
            sky.observedOnce { _ in
                begun.open()
                gate.pass()
            }
            DispatchQueue(label: "sender").async { sky.send(1) }
            begun.pass()
            // A look that began before the end may still show the observation as not ended.
            await eventually { find("sky that is heard once")?.isEnded == true }
            for _ in 1...3 {
                let found = all("sky that is heard once")
                #expect(found.map { $0.observations.map(\.line) } == [[line]])
                #expect(found.map(\.isEnded) == [true])
            }
            gate.open()
            await eventually { all("sky that is heard once").isEmpty }
        }

        @Test func `a handler on a queue is found, too, that has ended its observation and is stuck`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "sky that is heard once on a queue"), gate = Gate(), begun = Gate()
            sky.observed().on(queue).once().receive { _ in
                begun.open()
                gate.pass()
            }
            sky.send(1)
            begun.pass()
            await eventually { find("sky that is heard once on a queue")?.isEnded == true }
            #expect(find("sky that is heard once on a queue")?.observations[0].observer == "FreeObserver")
            gate.open()
            await eventually { find("sky that is heard once on a queue") == nil }
        }

        @Test func `a look that began before watching was turned on again leaves that handler to later ones`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let epoch = WatchLog.shared.epoch
            Watch.start(limits)
            let sky = Messenger<Int>(named: "sky that is heard once after a restart"), gate = Gate(), begun = Gate()
            sky.observed().on(queue).once().receive { _ in
                begun.open()
                gate.pass()
            }
            sky.send(1)
            begun.pass()
            #expect(WatchLog.shared.takeEndedCalls(since: epoch).isEmpty)
            await eventually { find("sky that is heard once after a restart")?.isEnded == true }
            gate.open()
            queue.sync {}
        }

        @Test func `an observable that only feeds loops is no slow handler`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Mortal>(named: "sky that feeds loops"), gates = [Gate(), Gate()]
            let begun = [Gate(), Gate()], sea = Messenger<Int>(named: "sea beside loops"), sent = Gate()
            let messages = sky.messages(buffering: .newest(1))
            sky.send(
                Mortal {
                    begun[0].open()
                    gates[0].pass()
                })
            // The second message displaces the first one, whose deinitializer blocks the sender.
            DispatchQueue(label: "sender").async {
                sky.send(Mortal())
                sent.open()
            }
            begun[0].pass()
            sea.observed { _ in
                begun[1].open()
                gates[1].pass()
            }
            DispatchQueue(label: "sender").async { sea.send(1) }
            begun[1].pass()
            // A handler that began later is reported as slow, so the sky would have been reported,
            // too.
            await eventually { find("sea beside loops") != nil }
            let report = Watch.report()
            #expect(report.slowHandlers.allSatisfy { !$0.observations.isEmpty })
            #expect(all("sky that feeds loops").isEmpty)
            for gate in gates { gate.open() }
            #expect(sent.pass())
            await sea.drain(within: .hangLimit)
            withExtendedLifetime(messages) {}
        }

        @Test func `what was merged for a loop doesn't wait`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let number = Var(0, named: "merged number"), updates = number.mergedMessages()
            for value in 1...10 { number <- value }
            #expect(number.inspect().observations.map(\.waiting) == [1])
            var iterator = updates.makeAsyncIterator()
            #expect(await iterator.next()?.new == 10)
            let one = number.inspect().observations[0]
            #expect(one.waiting == 0)
            #expect(one.handled == 1)
            withExtendedLifetime(updates) {}
        }

        @Test func `what only stands in for an observation isn't shown`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let mark = Watch.mark()
            let events = EventRecorder()
            Watch.start(limits, telling: events)
            let sky = Messenger<Int>(named: "sky with a start"), buffer = sky.buffer(), dog = Dog()
            let number = Var(1, named: "number with a start")
            sky.send(1)
            dog.observe(number.startingWithLatest()) { _ in }
            dog.observe(buffer.startingWithLatest()) { _ in }
            let names = ["number with a start", "sky with a start"]
            let begun = Watch.begun(since: mark).filter { names.contains($0.observable) }
            #expect(begun.allSatisfy { $0.observer != "FreeObserver" }, "\(begun)")
            #expect(number.inspect().observations.allSatisfy { $0.observer != "FreeObserver" })
            dog.stopObserving()
            await eventually { events.ends(at: "number with a start").count > 0 }
            let free = events.count { event in
                switch event {
                case .started(let one), .ended(let one, because: _):
                    names.contains(one.observable) && one.observer == "FreeObserver"
                default: false
                }
            }
            #expect(free == 0)
        }

        @Test func `of observations on a shared queue, the busy one is the one that keeps others waiting`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "shared sky"), slow = Dog(), fast = Dog(), handler = SlowHandler()
            fast.observe(sky, on: queue) { _ in }
            slow.observe(sky, on: queue, receive: handler.receive)
            for number in 1...10 { sky.send(number) }
            #expect(handler.begins())
            // Each report looks once more, and finds the same handler running.
            var report = Watch.report(), busy: [[Double]] = []
            await eventually {
                report = Watch.report()
                busy = [sky.inspect().observations.compactMap(\.busyShare)]
                return busy[0].count == 2 && busy[0][1] > 0.5 && busy[0][0] < 0.3
            }
            #expect(
                report.backlogs.filter { $0.observable == "shared sky" }.count == 2,
                "each has a backlog of its own: \(busy)")
            slow.stopObserving()
            fast.stopObserving()
            handler.end()
            await sky.drain(within: .hangLimit)
        }

        @Test func `for all who wait in one line, one observation is reported, with what waits now`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "sky with a line"), gate = Gate(), begun = Gate()
            let dogs = [Dog(), Dog(), Dog()]
            dogs[0].observe(sky) { _ in }
            dogs[1].observe(sky) { _ in
                begun.open()
                gate.pass()
            }
            dogs[2].observe(sky) { _ in }
            DispatchQueue(label: "sender").async { sky.send(0) }
            begun.pass()
            for count in [10, 100] {
                await eventually {
                    Watch.report().slowHandlers.contains { $0.observations[0].observable == "sky with a line" }
                }
                for number in 1...count { sky.send(number) }
                let report = Watch.report()
                let waiting = report.backlogs.filter { $0.observable == "sky with a line" }
                let sent = sky.inspect().sent
                #expect(waiting.map(\.waiting) == [sent - 1])
                #expect(waiting.map(\.isRunning) == [true])
                // If the timer is looking right now, the report has the state from before.
                await eventually { find("sky with a line")?.observations[0].waiting == sent - 1 }
            }
            gate.open()
            await sky.drain(within: .hangLimit)
            withExtendedLifetime(dogs) {}
        }

        @Test func `a promise and what starts with the latest message count, too`() {
            Watch.start()
            defer { Watch.stop() }
            let number = Var(1), buffer = Messenger<Int>().buffer(), label = Label()
            number.startingWithLatest().observed { _ in }
            buffer.startingWithLatest().observed { _ in }
            label.startingWithLatest().observed { _ in }
            #expect(label.inspect().observations.map(\.handled) == [1])
            #expect(label.inspect().observations.map(\.waiting) == [0])
            #expect(number.inspect().observations.map(\.handled) == [1])
            #expect(number.inspect().observations.map(\.waiting) == [0])
            #expect(buffer.inspect().observations.map(\.waiting) == [0])
            number.value = 2
            #expect(number.inspect().observations.map(\.handled) == [2])
            #expect(number.inspect().sent == 1)
        }

        @Test(arguments: [false, true]) func `a stuck handler is found, with its observer, place and line`(
            _ isHopped: Bool
        ) async {
            let events = EventRecorder()
            Watch.start(limits, telling: events)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "stuck sky"), gate = Gate(), begun = Gate(), dog = Dog()
            let handle: @Sendable (Int) -> Void = { _ in
                begun.open()
                gate.pass()
            }
            let line = #line + 1
            if isHopped { dog.observe(sky, on: queue, receive: handle) } else { dog.observe(sky, receive: handle) }
            DispatchQueue(label: "sender").async { sky.send(1) }
            begun.pass()
            await eventually { events.events.contains { $0.isStuck(at: "stuck sky") } }
            let found = Watch.report().slowHandlers.first { $0.observations.first?.observable == "stuck sky" }
            #expect(found?.observations.first?.observer == "Dog")
            #expect(found?.observations.first?.place == (isHopped ? .queue(label: "kennel") : .inPlace))
            #expect(found?.observations.first?.line == line)
            #expect(found?.observations.first?.file?.hasSuffix("WatchedCallsTests.swift") == true)
            #expect(found?.thread != nil)
            #expect(found.map { $0.seconds >= 0.06 } == true)
            #expect(sky.inspect().observations.first?.runningSeconds != nil)
            gate.open()
            await eventually { events.events.contains { $0.isReturn(at: "stuck sky") } }
            #expect(events.events.filter { $0.isStuck(at: "stuck sky") }.count == 1)
            await sky.drain(within: .hangLimit)
        }

        @Test func `of handlers that call each other, the innermost one is to be looked at`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let outer = Messenger<Int>(named: "outer sky"), inner = Messenger<Int>(named: "inner sky")
            let gate = Gate(), begun = Gate()
            outer.observed { inner.send($0) }
            inner.observed { _ in
                begun.open()
                gate.pass()
            }
            DispatchQueue(label: "sender").async { outer.send(1) }
            begun.pass()
            await eventually { find("inner sky") != nil && find("outer sky") != nil }
            #expect(find("inner sky")?.isOuter == false)
            #expect(find("outer sky")?.isOuter == true)
            gate.open()
            await outer.drain(within: .hangLimit)
            await inner.drain(within: .hangLimit)
        }

        @Test func `a transform is named if it's stuck itself, and not if whoever gets its messages is`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "mapped sky"), gates = [Gate(), Gate()], begun = [Gate(), Gate()]
            let map = sky.map { number in
                if number == 0 {
                    begun[0].open()
                    gates[0].pass()
                }
                return number
            }
            map.observed { _ in
                begun[1].open()
                gates[1].pass()
            }
            DispatchQueue(label: "sender").async { sky.send(0) }
            begun[0].pass()
            await eventually { find("mapped sky") != nil }
            gates[0].open()
            begun[1].pass()
            await eventually { find("mapped sky") == nil && find("Map<Messenger<Int>, Int>") != nil }
            gates[1].open()
            await map.drain(within: .hangLimit)
        }

        @Test func `a call that began before watching is one of those in place`() async {
            let sky = Messenger<Int>(named: "early sky"), gate = Gate(), begun = Gate()
            sky.observed { _ in }
            sky.observed { _ in
                begun.open()
                gate.pass()
            }
            DispatchQueue(label: "sender").async { sky.send(1) }
            begun.pass()
            Watch.start(limits)
            defer { Watch.stop() }
            await eventually { find("early sky") != nil }
            #expect(find("early sky")?.observations.count == 2)
            gate.open()
            await eventually { find("early sky") == nil }
            await sky.drain(within: .hangLimit)
        }

        @Test func `a handler that was stopped and still runs is found`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "stopped sky"), gates = [Gate(), Gate()], begun = [Gate(), Gate()]
            sky.observed { _ in
                begun[0].open()
                gates[0].pass()
            }
            sky.observed().on(queue).receive { _ in
                begun[1].open()
                gates[1].pass()
            }
            DispatchQueue(label: "sender").async { sky.send(1) }
            for gate in begun { gate.pass() }
            await eventually { all("stopped sky").count == 2 }
            sky.stopBeingObserved()
            await eventually { all("stopped sky").filter(\.isEnded).count == 2 }
            for gate in gates { gate.open() }
            await eventually { all("stopped sky").isEmpty }
        }

        @Test func `a loop that is slow with a message is found`() async {
            Watch.start(limits)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "looped sky")
            var loop = sky.messages().makeAsyncIterator()
            sky.send(1)
            _ = await loop.next()
            await eventually { find("looped sky") != nil }
            #expect(find("looped sky")?.observations.first?.observer == "for await")
            #expect(find("looped sky")?.observations.first?.line != nil)
        }

        @Test func `messages that wait, are missed or refused are told once`() async {
            let events = EventRecorder()
            Watch.start(limits, telling: events)
            defer { Watch.stop() }
            let sky = Messenger<Int>(named: "full sky")
            sky.observed().on(queue).buffering(.newest(7)).receive { _ in }
            queue.suspend()
            for number in 1...10 { sky.send(number) }
            await eventually { events.count { $0.isBacklog(at: "full sky") } == 1 }
            await eventually { events.missed(at: "full sky") == 3 }
            sky.send(11)
            await eventually { events.missed(at: "full sky") == 4 }
            #expect(Watch.report().backlogs.contains { $0.observable == "full sky" && $0.waiting == 7 })
            #expect(Watch.report().lossy.contains { $0.observable == "full sky" && $0.missed == 4 })
            let short = Watch.report(limit: 0), long = Watch.report(limit: .max)
            #expect(short.backlogs.isEmpty && short.lossy.isEmpty)
            #expect(short.backlogCount == long.backlogs.count && short.lossyCount == long.lossy.count)
            #expect(long.backlogCount >= 1 && long.lossyCount >= 1)
            queue.resume()
            await sky.drain(within: .hangLimit)
            let closed = Messenger<Int>(named: "closed sky"), other = Messenger<Int>()
            closed.observed { _ in }
            other.observed { _ in }
            #expect(events.count { $0.isBacklog(at: "full sky") } == 1)
        }

        private func all(_ observable: String) -> [RunningHandler] {
            Watch.report().slowHandlers.filter { $0.observations.first?.observable == observable }
        }

        private func find(_ observable: String) -> RunningHandler? { all(observable).first }
    }
}

/// A watcher that records its events.
final class EventRecorder: Watcher {
    private let recorder = Recorder<WatchEvent>()
    var events: [WatchEvent] { recorder.values }
    func count(_ isCounted: (WatchEvent) -> Bool) -> Int { events.filter(isCounted).count }
    func didSee(_ event: WatchEvent) { recorder.record(event) }

    func missed(at observable: String) -> Int {
        events.reduce(0) { sum, event in
            if case .missed(let one, let count) = event, one.observable == observable { sum + count } else { sum }
        }
    }
}

extension WatchEvent {

    func isStuck(at observable: String) -> Bool {
        if case .stuck(let call) = self { call.observations.first?.observable == observable } else { false }
    }

    func isReturn(at observable: String) -> Bool {
        if case .returned(let call) = self { call.observations.first?.observable == observable } else { false }
    }

    func isBacklog(at observable: String) -> Bool {
        if case .backlog(let one) = self { one.observable == observable } else { false }
    }
}

/// A buffered observable of a client.
private final class Label: BufferedObservable, Sendable {
    let messenger = Messenger<Int>()
    let latestMessage = 7
}
