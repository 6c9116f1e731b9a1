@testable import SwiftObserver

/// Scenarios in which a thread or task waits until everything sent before is handled.
extension Scenario {

    static let draining: [Scenario] = [
        Scenario("drain-in-place", "a thread waits while two deliver and send (5, 21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            setup.thread("B") { handled.send { messenger.send(3) } }
            expectDrain(setup, handled, messenger, keeping: listener) { messenger.send($0) }
        },
        Scenario("drain-line", "a thread waits for pending messages while a handler is blocked (5, 21)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            let isBusy = Gate("busy"), isInLine = Gate("in line")
            listener.observe(messenger) { number in
                if number == 0 {
                    isBusy.open()
                    isInLine.pass()
                }
                handled.handle()
            }
            setup.thread("B") { messenger.send(0) }
            setup.thread("C") {
                isBusy.pass()
                handled.send(2) { for number in 1...2 { messenger.send(number) } }
                isInLine.open()
                handled.expectDone { messenger.drain(within: forever).isEmpty }
            }
            setup.thread("D") {
                isInLine.pass()
                handled.expectDone { messenger.drain(within: forever).isEmpty }
            }
            setup.finally { withExtendedLifetime(listener) {} }
        },
        Scenario("drain-handed-over", "a thread waits for what is handed over to a queue (8, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            let isBusy = Gate("busy"), isInLine = Gate("in line")
            listener.observe(messenger) { number in
                if number == 0 {
                    isBusy.open()
                    isInLine.pass()
                }
                handled.handle()
            }
            setup.thread("B") { messenger.send(0) }
            setup.thread("C") {
                isBusy.pass()
                handled.send(4) { for number in 1...4 { messenger.send(number) } }
                isInLine.open()
                handled.expectDone { messenger.drain(within: forever).isEmpty }
            }
            setup.finally { withExtendedLifetime(listener) {} }
        },
        Scenario("drain-hop", "a thread waits for a queue (13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            expectDrain(setup, handled, messenger, keeping: listener) { messenger.send($0) }
        },
        Scenario("drain-hop-held", "a thread lets a handler continue, and waits for it (13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener"),
                isBusy = Gate("busy"), isOver = Gate("over")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in
                isBusy.open()
                isOver.pass()
                handled.handle()
            }
            setup.thread("A") { handled.send { messenger.send(1) } }
            setup.thread("D") {
                isBusy.pass()
                isOver.open()
                handled.expectDone { messenger.drain(within: forever).isEmpty }
            }
            setup.finally { withExtendedLifetime(listener) {} }
        },
        Scenario("drain-bounded-hop", "the same with a bound (13, 19, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger).on(DispatchQueue(label: "queue")).buffering(.newest(9)).receive { _ in
                handled.handle()
            }
            expectDrain(setup, handled, messenger, keeping: listener) { messenger.send($0) }
        },
        Scenario("drain-batches", "the same where messages are handled in batches (13, 21, 22)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger).on(DispatchQueue(label: "queue")).batches(upTo: 2).receive { batch in
                for _ in batch { handled.handle() }
            }
            expectDrain(setup, handled, messenger, keeping: listener) { messenger.send($0) }
        },
        Scenario("drain-delivery-queue", "a thread waits for the queue of an observable (14, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(on: DispatchQueue(label: "queue")), handled = Handled(),
                listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            expectDrain(setup, handled, messenger, keeping: listener) { messenger.send($0) }
        },
        Scenario("drain-actor", "a thread waits for an actor (13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener"),
                home = ControlledActor()
            listener.observe(messenger, on: home) { _, _ in handled.handle() }
            expectDrain(setup, handled, messenger, keeping: (listener, home)) { messenger.send($0) }
        },
        Scenario("drain-loop", "a thread waits until a loop asks for more (21)", bound: 1) { setup in
            drainLoop(setup, .unbounded)
        },
        Scenario("drain-bounded-loop", "the same with a bound (19, 21)", bound: 1) { setup in
            drainLoop(setup, .newest(9))
        },
        Scenario("drain-transform", "a thread waits for what observes a transform (21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener"),
                map = messenger.map { $0 }
            listener.observe(map, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            expectDrain(setup, handled, messenger, keeping: (listener, map)) { messenger.send($0) }
        },
        Scenario("drain-combined", "a thread waits for a combined observation on a queue (3, 21)", bound: 1) { setup in
            let left = Var(0), right = Var(0), handled = Handled(), listener = Listener("listener")
            listener.observe(left, right, on: DispatchQueue(label: "queue")) { _, _ in handled.handle() }
            expectDrain(setup, handled, left, keeping: (listener, right)) { left.value = $0 }
        },
        Scenario("drain-combined-variable", "a thread waits for a combined variable (15, 21)", bound: 1) { setup in
            let left = Var(0), right = Var(0), both = left +++ right, handled = Handled(),
                listener = Listener("listener")
            listener.observe(both, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            expectDrain(setup, handled, left, keeping: (listener, right, both)) { left.value = $0 }
        },
        Scenario("drain-suspended", "a task waits for a queue (13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            setup.thread("A") { handled.send { messenger.send(1) } }
            let task = ControlledTask("task") {
                await handled.expectDone { await messenger.drain(within: forever).isEmpty }
                handled.expectOver(handled.done == 1)
            }
            setup.finally { withExtendedLifetime((listener, task)) {} }
        },
        Scenario("drain-while-ending", "an observation ends while a thread waits (9, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            setup.thread("A") { for number in 1...2 { messenger.send(number) } }
            setup.thread("B") { listener.stopObserving() }
            setup.thread("D") { expect(messenger.drain(within: forever).isEmpty, "something is left") }
            setup.finally { withExtendedLifetime(listener) {} }
        },
        Scenario("drain-after-end", "a running handler is waited for after its observation ended (9, 21)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener"),
                map = messenger.map { $0 }, buffer = Box<[Any]>([])
            listener.observe(map, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            setup.thread("A") {
                handled.send { messenger.send(1) }
                messenger.stopBeingObserved()
                handled.expectDone { messenger.drain(within: forever).isEmpty }
            }
            setup.finally { withExtendedLifetime((listener, map, buffer)) {} }
        },
        Scenario("drain-dying", "an observable dies while its messages are waited for (11, 12, 21)", bound: 1) {
            setup in
            let messenger = Box<Messenger<Int>?>(Messenger()), handled = Handled(),
                listener = Box<Listener?>(Listener("listener"))
            if let messenger = messenger.content {
                listener.content?.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            }
            setup.thread("A") {
                messenger.content?.send(1)
                messenger.drop()
            }
            setup.thread("B") { listener.drop() }
            setup.thread("D") {
                guard let messenger = messenger.content else { return }
                expect(messenger.drain(within: forever).isEmpty, "something is left")
            }
        },
        Scenario("drain-given-up", "a task that waits for a queue that is stuck is cancelled (9, 21)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue"), isOver = Gate("over")
            listener.observe(messenger, on: queue) { _ in handled.handle() }
            let inbox = Box<AnyInbox?>(nil)
            messenger.messenger.office.forEachObservation { inbox.content = $0.inbox }
            messenger.send(1)
            queue.async { isOver.pass() }
            let task = ControlledTask("task") {
                let left = await messenger.drain(within: forever)
                expect(left.count == 1 || handled.done == 1 && left.isEmpty, "left: \(left)")
                expect(handled.done == 1 || inbox.content?.hasMarkers == false, "a marker is left behind")
                isOver.open()
            }
            setup.thread("B") {
                task.cancel()
            }
            setup.finally {
                expect(handled.done == 1, "the message is lost")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("drain-given-up-in-line", "a drain with a timeout of zero leaves nothing behind (21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            setup.thread("A") { for number in 1...2 { messenger.send(number) } }
            setup.thread("B") {
                let left = messenger.drain(within: .zero)
                expect(left.isEmpty || left.map(\.place) == [.inPlace], "left: \(left)")
            }
            setup.finally {
                expect(handled.done == 2, "a message is lost")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("drain-group", "messages that a handler sends within the group are waited for (21)", bound: 1) {
            setup in
            let one = Messenger<Int>(), other = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(one, on: DispatchQueue(label: "one")) { other.send($0) }
            listener.observe(other, on: DispatchQueue(label: "other")) { _ in handled.handle() }
            setup.thread("A") {
                handled.send { one.send(1) }
                handled.expectDone { drain([other, one], within: forever).isEmpty }
            }
            setup.finally { withExtendedLifetime(listener) {} }
        },
        Scenario("drain-group-many-lanes", "the same where it goes to many queues (13, 21)", bound: 1) { setup in
            let one = Messenger<Int>(), other = Messenger<Int>(), handled = Handled(), all = listeners("1", "2", "3")
            let queue = DispatchQueue(label: "other")
            all[0].observe(one, on: DispatchQueue(label: "one")) { other.send($0) }
            for listener in all {
                listener.observe(other, on: queue) { _ in if listener === all[0] { handled.handle() } }
            }
            handled.send { one.send(1) }
            setup.thread("A") { handled.expectDone { drain([other, one], within: forever).isEmpty } }
            setup.finally { withExtendedLifetime(all) {} }
        },
        Scenario("drain-group-first", "the same where a handler starts to observe with the latest (16, 21)", bound: 1) {
            drainFirst($0, of: Var(0))
        },
        Scenario("drain-group-first-later", "the same with a level of a client's own (16, 21)", bound: 1) {
            drainFirst($0, of: Level())
        },
        Scenario("drain-in-destructor", "an object that dies in an end drains another observable (10, 21)", bound: 1) {
            setup in
            let one = Messenger<Int>(), other = Messenger<Int>(), listener = Listener("listener")
            let place = StuckPlace()
            listener.observe(one, on: place) { [drainer = Drainer(of: other)] _ in withExtendedLifetime(drainer) {} }
            listener.observe(other, on: place) { _ in }
            other.send(1)
            setup.thread("E") { listener.stopObserving() }
            setup.finally {
                place.goOn()
                withExtendedLifetime((one, other, listener)) {}
            }
        },
        Scenario(
            "drain-stuck-while-ending", "messages of an observation that ends during the wait aren't waited for (21)",
            bound: 1
        ) {
            setup in
            let messenger = Messenger<Int>(), listener = Listener("listener"), place = StuckPlace()
            listener.observe(messenger, on: place) { _ in }
            messenger.send(1)
            setup.thread("A") { expect(messenger.drain(within: forever).isEmpty, "something is left") }
            setup.thread("E") { listener.stopObserving() }
            setup.finally {
                place.goOn()
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario(
            "drain-line-while-ending", "the same where the observable is on a queue that is stuck (14, 21)", bound: 1
        ) {
            setup in
            let place = StuckPlace(), messenger = Messenger<Int>(on: place), listener = Listener("listener")
            listener.observe(messenger) { _ in }
            messenger.send(1)
            setup.thread("A") { expect(messenger.drain(within: forever).isEmpty, "something is left") }
            setup.thread("E") { listener.stopObserving() }
            setup.finally {
                place.goOn()
                withExtendedLifetime((messenger, listener)) {}
            }
        },
    ]

    /// A duration that is longer than any schedule takes.
    static var forever: Duration { .seconds(Int64.max) }

    /// Lets one thread send two messages while another one drains.
    private static func expectDrain(
        _ setup: ScenarioSetup, _ handled: Handled, _ observable: some Observable & Sendable,
        keeping kept: Any, send: @escaping @Sendable (Int) -> Void
    ) {
        setup.thread("A") { for number in 1...2 { handled.send { send(number) } } }
        setup.thread("D") { handled.expectDone { observable.drain(within: forever).isEmpty } }
        setup.finally {
            expect(observable.drain(within: .zero).isEmpty, "something is left in the end")
            withExtendedLifetime(kept) {}
        }
    }

    /// Drains two observables while a handler of one starts to observe the other one.
    private static func drainFirst<O: BufferedObservable & Sendable>(_ setup: ScenarioSetup, of level: O)
    where O.Message: Sendable {
        let one = Messenger<Int>(), handled = Handled(), all = listeners("1", "2"),
            queue = DispatchQueue(label: "other")
        all[1].observe(level) { _ in }
        all[0].observe(one, on: DispatchQueue(label: "one")) { [listener = all[0]] _ in
            listener.observe(level.startingWithLatest(), on: queue) { _ in handled.handle() }
        }
        handled.send { one.send(1) }
        setup.thread("A") { handled.expectDone { drain([level, one], within: forever).isEmpty } }
        setup.finally { withExtendedLifetime(all) {} }
    }

    private static func drainLoop(_ setup: ScenarioSetup, _ buffering: MessageBuffering) {
        let messenger = Box<Messenger<Int>?>(Messenger()), handled = Handled()
        let loop = ControlledTask("loop") { [messages = messenger.content?.messages(buffering: buffering)] in
            guard let messages else { return }
            for await _ in messages { handled.handle() }
        }
        setup.thread("A") {
            for number in 1...2 { handled.send { messenger.content?.send(number) } }
            if let messenger = messenger.content {
                handled.expectDone { messenger.drain(within: forever).isEmpty }
            }
            messenger.drop()
        }
        setup.finally { withExtendedLifetime(loop) {} }
    }
}

/// Drains a messenger in its `deinit`.
private final class Drainer: Sendable {

    private let messenger: Messenger<Int>

    init(of messenger: Messenger<Int>) { self.messenger = messenger }

    deinit { expect(messenger.drain(within: Scenario.forever).isEmpty, "something is left") }
}
