@testable import SwiftObserver

/// Scenarios that end observations and wait until their handlers no longer run.
extension Scenario {

    static let stoppingAndWaiting: [Scenario] = [
        Scenario("end-and-wait-in-place", "ends and waits while another thread delivers (9, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            expectEnd(setup, handled, messenger, listener)
        },
        Scenario("end-and-wait-hop", "ends and waits while a queue handles (9, 13, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            expectEnd(setup, handled, messenger, listener)
        },
        Scenario("end-and-wait-bounded", "the same with a bound (9, 19, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger).on(DispatchQueue(label: "queue")).buffering(.newest(9)).receive { _ in
                handled.handle()
            }
            expectEnd(setup, handled, messenger, listener)
        },
        Scenario("end-and-wait-actor", "ends and waits while an actor handles (9, 13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener"),
                home = ControlledActor()
            listener.observe(messenger, on: home) { _, _ in handled.handle() }
            expectEnd(setup, handled, messenger, listener)
            setup.finally { withExtendedLifetime(home) {} }
        },
        Scenario("end-and-wait-suspended", "a task ends and waits while a queue handles (9, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            setup.thread("A") { for number in 1...2 { messenger.send(number) } }
            let task = ControlledTask("task") {
                handled.expectOver(await listener.stopObservingAndWait(messenger))
                expect(!listener.isObserving(messenger), "it's still observing")
            }
            setup.finally { withExtendedLifetime((listener, task)) {} }
        },
        Scenario("end-and-wait-after-end", "a wait includes the handler of an ended observation (9, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            setup.thread("A") { messenger.send(1) }
            setup.thread("E") {
                listener.stopObserving(messenger)
                expect(listener.stopObservingAndWait(), "it did not wait")
                handled.expectOver()
            }
            setup.finally { expectNothingKept(of: [listener], messenger.office) }
        },
        Scenario("end-and-wait-beside-end", "a wait includes an observation that another thread is ending (9, 21)") {
            setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            messenger.send(1)
            setup.thread("E") { listener.stopObserving() }
            setup.thread("F") {
                expect(listener.stopObservingAndWait(), "it did not wait")
                handled.expectOver()
            }
            setup.finally { expectNothingKept(of: [listener], messenger.office) }
        },
        Scenario("end-and-wait-beside-end-in-place", "the same in place (9, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            setup.thread("A") { messenger.send(1) }
            setup.thread("E") { listener.stopObserving() }
            setup.thread("F") {
                expect(listener.stopObservingAndWait(), "it did not wait")
                handled.expectOver()
            }
            setup.finally { expectNothingKept(of: [listener], messenger.office) }
        },
        Scenario("end-and-wait-after-replacement", "the same in place, if others start before the end (2, 9, 21)") {
            setup in
            endAroundReplacement(setup) { start, end in
                start()
                end()
            }
        },
        Scenario("end-and-wait-before-replacement", "the same, if they start after the end (2, 9, 21)") { setup in
            endAroundReplacement(setup) { start, end in
                end()
                start()
            }
        },
        Scenario("end-and-wait-part", "waits for a combined handler by a part that has ended (9, 21)", bound: 1) {
            setup in
            endPart(setup, buffering: .unbounded)
        },
        Scenario("end-and-wait-part-bounded", "the same with a bound (9, 19, 21)", bound: 1) { setup in
            endPart(setup, buffering: .newest(9))
        },
        Scenario(
            "end-and-wait-all-after-part", "the same where the observer stops all observing (9, 19, 21)", bound: 1
        ) {
            setup in
            endPart(setup, buffering: .newest(9)) { $0.stopObservingAndWait() }
        },
        Scenario(
            "end-and-wait-beside-handle", "the same where another thread ends it by its handle (9, 19, 21)", bound: 1
        ) {
            setup in
            let left = Var(0), right = Var(0), listener = Listener("listener"), queue = DispatchQueue(label: "queue")
            let isBusy = Gate("busy"), mayEnd = Gate("may end")
            let handle = listener.observe(left, right).on(queue).buffering(.newest(9)).receive { _, _ in
                isBusy.open()
                mayEnd.pass()
            }
            right.value = 1
            setup.thread("E") {
                isBusy.pass()
                handle.stopObserving()
            }
            setup.thread("F") {
                isBusy.pass()
                listener.stopObserving()
                expect(!listener.stopObservingAndWait(within: .zero), "it did not wait")
                mayEnd.open()
            }
            setup.finally { expectNothingKept(of: [listener], left.messenger.office, right.messenger.office) }
        },
        Scenario("end-and-wait-part-while-ending", "two end parts, and one waits (9, 21)", bound: 1) { setup in
            endPart(setup, buffering: .unbounded, alsoEnding: true)
        },
        Scenario("end-and-wait-part-beside-end", "waits by a part that another thread is just ending (9, 21)") {
            setup in
            let left = Var(0), right = Var(0), handled = Handled(), listener = Listener("listener")
            let handle = listener.observe(left, right, on: DispatchQueue(label: "queue")) { _, _ in handled.handle() }
            right.value = 1
            setup.thread("E") { handle.stopObserving() }
            setup.thread("F") {
                expect(left.stopBeingObservedAndWait(), "it did not wait")
                handled.expectOver()
            }
            setup.finally { expectNothingKept(of: [listener], left.messenger.office, right.messenger.office) }
        },
        Scenario("end-and-wait-by-handle", "a wait by a handle includes an ended observation (9, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            let handle = listener.observe(messenger).on(DispatchQueue(label: "queue")).prefix(1).receive { _ in
                handled.handle()
            }
            setup.thread("A") { messenger.send(1) }
            setup.thread("E") {
                handle.stopObserving()
                expect(handle.stopObservingAndWait(), "it did not wait")
                handled.expectOver()
            }
            setup.finally { expectNothingKept(of: [listener], messenger.office) }
        },
        Scenario("end-and-wait-first", "waits for the first call, with a client's level (9, 21)") { setup in
            firstEnd(setup) { $0.observe($1.startingWithLatest(), on: DispatchQueue(label: "queue"), receive: $2) }
        },
        Scenario("end-and-wait-first-bounded", "the same with a bound (9, 19, 21)", bound: 1) { setup in
            firstEnd(setup) {
                $0.observe($1.startingWithLatest()).on(DispatchQueue(label: "queue")).buffering(.newest(9)).receive($2)
            }
        },
        Scenario("end-and-wait-by-handles", "two wait by handles of a combined observation (9, 21)", bound: 1) {
            setup in
            let left = Var(0), right = Var(0), handled = Handled(), listener = Listener("listener")
            let handle = listener.observe(left, right) { _, _ in handled.handle() }
            setup.thread("A") { left.value = 1 }
            for name in ["E", "F"] {
                setup.thread(name) {
                    expect(handle.stopObservingAndWait(), "it did not wait")
                    handled.expectOver()
                }
            }
            setup.finally { withExtendedLifetime((left, right, listener)) {} }
        },
        Scenario("end-all-and-wait", "an observable ends all observations and waits (9, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), all = listeners("1", "2")
            all[0].observe(messenger) { _ in handled.handle() }
            all[1].observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            setup.thread("A") { messenger.send(1) }
            setup.thread("E") {
                expect(messenger.stopBeingObservedAndWait(), "it did not wait")
                handled.expectOver()
            }
            setup.finally { withExtendedLifetime(all) {} }
        },
        Scenario("end-and-wait-in-line", "a wait includes the handler, but no pending messages (9, 21)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), handled = Handled(), all = listeners("1", "2")
            let isBusy = Gate("busy"), isInLine = Gate("in line"), isTwo = Gate("two"), isOver = Gate("over")
            all[0].observe(messenger) { number in
                if number == 0 {
                    isBusy.open()
                    isInLine.pass()
                } else if number == 1 {
                    isTwo.open()
                    Explorer.shared.waitUntilBlocked("E")
                    handled.handle()
                }
            }
            all[1].observe(messenger) { if $0 == 2 { isOver.pass() } }
            setup.thread("A") { messenger.send(0) }
            setup.thread("B") {
                isBusy.pass()
                for number in 1...2 { messenger.send(number) }
                isInLine.open()
            }
            setup.thread("E") {
                isTwo.pass()
                expect(all[0].stopObservingAndWait(messenger), "it did not wait")
                handled.expectOver()
                isOver.open()
            }
            setup.finally { withExtendedLifetime(all) {} }
        },
        Scenario("end-and-wait-behind-end", "the same by the handle of one that has ended before (9, 21)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), all = listeners("1", "2")
            let isBusy = Gate("busy"), isInLine = Gate("in line"), isTwo = Gate("two"), isOver = Gate("over")
            let handle = all[0].observe(messenger) { [weak first = all[0]] _ in
                isBusy.open()
                isInLine.pass()
                first?.stopObserving()
            }
            all[1].observe(messenger) { number in
                if number == 1 {
                    isTwo.open()
                    Explorer.shared.waitUntilBlocked("E")
                } else if number == 2 {
                    isOver.pass()
                }
            }
            setup.thread("A") { messenger.send(0) }
            setup.thread("B") {
                isBusy.pass()
                for number in 1...2 { messenger.send(number) }
                isInLine.open()
            }
            setup.thread("E") {
                isTwo.pass()
                expect(handle.stopObservingAndWait(), "it did not wait")
                isOver.open()
            }
            setup.finally { withExtendedLifetime(all) {} }
        },
        Scenario("end-each-other", "two handlers end each other and wait (6, 9, 21)") { setup in
            endInCircle(setup, 2)
        },
        Scenario("end-in-circle", "three handlers end each other in a circle and wait (6, 9, 21)", bound: 1) { setup in
            endInCircle(setup, 3)
        },
        Scenario("end-each-other-on-queues", "two handlers on queues end each other and wait (6, 9, 21)", bound: 1) {
            setup in
            endInCircle(setup, 2) { DispatchQueue(label: "queue \($0)") }
        },
        Scenario("end-each-other-surely", "of two handlers that wait for each other, one is refused (21)") {
            setup in
            endInCircle(setup, 2, allAtOnce: true)
        },
        Scenario("end-in-circle-surely", "the same with three (21)", bound: 1) { setup in
            endInCircle(setup, 3, allAtOnce: true)
        },
        Scenario("end-itself-and-wait", "a handler doesn't wait for itself (9, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger) { [weak listener] _ in
                handled.handle { expect(listener?.stopObservingAndWait() != true, "it's its own handler") }
            }
            setup.thread("A") { messenger.send(1) }
            setup.thread("B") { messenger.send(2) }
            setup.finally {
                expect(handled.done == 1, "should hear one, heard \(handled.done)")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
    ]

    /// Lets one thread send two messages while another one ends and waits.
    private static func expectEnd(
        _ setup: ScenarioSetup, _ handled: Handled, _ messenger: Messenger<Int>, _ listener: Listener
    ) {
        setup.thread("A") { for number in 1...2 { messenger.send(number) } }
        setup.thread("E") {
            expect(listener.stopObservingAndWait(messenger), "it did not wait")
            handled.expectOver()
            expect(!listener.isObserving(messenger), "it's still observing")
        }
        setup.finally { withExtendedLifetime((messenger, listener)) {} }
    }

    /// Expects that nothing refers to an ended observation.
    private static func expectNothingKept(of listeners: [Listener], _ offices: PostOffice...) {
        for listener in listeners {
            let isKept = listener.receiver.observations.constant { $0.pointee.observations.contains { $0.isEnded } }
            expect(!isKept, "\(listener.name) keeps an observation that has ended")
        }
        for office in offices { expect(office.retired.isEmpty, "the office keeps an observation that has ended") }
    }

    /// Ends an observation in place and replaces the list, in either order. Then waits.
    private static func endAroundReplacement(
        _ setup: ScenarioSetup, _ act: @escaping @Sendable (_ start: () -> Void, _ end: () -> Void) -> Void
    ) {
        let messenger = Messenger<Int>(), handled = Handled(), all = listeners("1", "2")
        all[0].observe(messenger) { _ in handled.handle() }
        setup.thread("A") { messenger.send(1) }
        setup.thread("E") {
            act {
                for _ in 1...2 { all[1].observe(messenger) { _ in } }
            } _: {
                all[0].stopObserving(messenger)
            }
            expect(all[0].stopObservingAndWait(), "it did not wait")
            handled.expectOver()
        }
        setup.finally { expectNothingKept(of: all, messenger.office) }
    }

    /// Ends a combined observation by one part, and waits for its handler by the other one.
    ///
    /// - Parameter end: Ends the other part, unless the listener just stops observing it.
    private static func endPart(
        _ setup: ScenarioSetup, buffering: MessageBuffering, alsoEnding: Bool = false,
        _ end: (@Sendable (Listener) -> Bool)? = nil
    ) {
        let left = Var(0), right = Var(0), handled = Handled(), listener = Listener("listener")
        listener.observe(left, right).on(DispatchQueue(label: "queue")).buffering(buffering).receive { _, _ in
            handled.handle()
        }
        setup.thread("A") { left.value = 1 }
        if alsoEnding { setup.thread("F") { left.stopBeingObserved() } }
        setup.thread("E") {
            listener.stopObserving(left)
            expect(end?(listener) ?? listener.stopObservingAndWait(right), "it did not wait")
            if !alsoEnding { handled.expectOver() }
        }
        setup.finally { expectNothingKept(of: [listener], left.messenger.office, right.messenger.office) }
    }

    /// Ends an observation that starts with a client's level, and waits for its handler.
    private static func firstEnd(
        _ setup: ScenarioSetup,
        _ observe: (Listener, Level, @escaping @Sendable (Int) -> Void) -> ObservationHandle
    ) {
        let level = Level(), handled = Handled(), listener = Listener("listener")
        let handle = observe(listener, level) { _ in handled.handle() }
        setup.thread("A") { level.rise() }
        setup.thread("E") {
            expect(handle.stopObservingAndWait(), "it did not wait")
            handled.expectOver()
        }
        setup.finally { withExtendedLifetime((level, listener)) {} }
    }

    /// Lets each of several handlers end the observation of the next one and wait.
    private static func endInCircle(
        _ setup: ScenarioSetup, _ count: Int, allAtOnce: Bool = false, on queue: (Int) -> DispatchQueue? = { _ in nil }
    ) {
        let messengers = (0..<count).map { _ in Messenger<Int>() }, handled = messengers.map { _ in Handled() }
        let all = messengers.indices.map { Listener("\($0)") }, waits = Box<[Bool]>([]), running = Box(0)
        let areRunning = Gate("all are running")
        for index in messengers.indices {
            let next = (index + 1) % count, isQuiet = Box(false)
            let handle: @Sendable (Int) -> Void = { [weak victim = all[next]] _ in
                handled[index].handle {
                    running.content += 1
                    if running.content == count { areRunning.open() }
                    if allAtOnce { areRunning.pass() }
                    let hasWaited = victim?.stopObservingAndWait(messengers[next]) == true
                    waits.content.append(hasWaited)
                    handled[next].expectOver(hasWaited)
                    isQuiet.content = hasWaited
                }
            }
            if let queue = queue(index) {
                all[index].observe(messengers[index], on: queue, receive: handle)
            } else {
                all[index].observe(messengers[index], receive: handle)
            }
            setup.thread("\(index)") { [messenger = messengers[index]] in messenger.send(1) }
        }
        setup.finally {
            if allAtOnce { expect(waits.content.contains(false), "no handler was refused: \(waits.content)") }
            for messenger in messengers { expect(!allAtOnce || !messenger.office.isObserved, "it's still observed") }
            withExtendedLifetime(all) {}
        }
    }
}
