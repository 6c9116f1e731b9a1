@testable import SwiftObserver

/// Scenarios in which an observable is closed while other threads use it.
extension Scenario {

    static let closing: [Scenario] = [
        Scenario("close-in-place", "an observable is closed while two threads send (21)") { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            setup.thread("B") { handled.send { messenger.send(3) } }
            expectClose(setup, handled, messenger, listener)
        },
        Scenario("close-hop", "the same where messages go to a queue (13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            expectClose(setup, handled, messenger, listener)
        },
        Scenario("close-timed", "messages delayed in a chain are handled before the end (13, 21, 24)", bound: 1) {
            setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger).on(DispatchQueue(label: "queue"))
                .delay(by: .seconds(1), clock: ControlledClock()).receive { _ in handled.handle() }
            expectClose(setup, handled, messenger, listener)
        },
        Scenario("close-many-lanes", "the same where messages go to many queues (13, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), all = listeners("1", "2", "3")
            let queue = DispatchQueue(label: "queue")
            for listener in all {
                listener.observe(messenger, on: queue) { _ in if listener === all[0] { handled.handle() } }
            }
            expectClose(setup, handled, messenger, all[0])
            setup.finally { withExtendedLifetime(all) {} }
        },
        Scenario("close-delivery-queue", "an observable on a queue is closed (14, 21)", bound: 1) { setup in
            let messenger = Messenger<Int>(on: DispatchQueue(label: "queue")), handled = Handled(),
                listener = Listener("listener")
            listener.observe(messenger) { _ in handled.handle() }
            expectClose(setup, handled, messenger, listener)
        },
        Scenario("close-loop", "a loop ends after the last message (21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled()
            let loop = ControlledTask("loop") { [messages = messenger.messages()] in
                for await _ in messages { handled.handle() }
            }
            expectClose(setup, handled, messenger, nil)
            setup.finally { withExtendedLifetime(loop) {} }
        },
        Scenario("close-twice", "two threads close one observable (21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            listener.observe(messenger, on: DispatchQueue(label: "queue")) { _ in handled.handle() }
            messenger.send(1)
            for name in ["A", "B"] {
                setup.thread(name) {
                    expect(messenger.close(within: forever).isEmpty, "something is left")
                    expect(!listener.isObserving(messenger), "it's still observing")
                    handled.expectOver()
                }
            }
            setup.finally { expect(handled.done == 1, "the message is lost") }
        },
        Scenario("close-and-start", "an observation starts while the observable is closed (21)", bound: 1) { setup in
            let messenger = Messenger<Int>(), handled = Handled(), listener = Listener("listener")
            let capture: @Sendable () -> Void = { [captured = Captured("handler")] in _ = captured }
            setup.thread("A") {
                listener.observe(messenger) { _ in
                    capture()
                    handled.handle()
                }
                messenger.send(1)
            }
            setup.thread("C") {
                expect(messenger.close(within: forever).isEmpty, "something is left")
                handled.expectOver()
            }
            setup.finally {
                expect(!listener.isObserving(messenger), "it's still observing")
                expect(!messenger.office.isObserved, "an observation is left")
                expect(handled.done + messenger.refusedCount == 1, "the message was neither handled nor refused")
            }
        },
        Scenario("close-and-start-with-latest", "an observation with the latest starts during the close (16, 21)") {
            setup in
            let variable = Var(0), handled = Handled(), listener = Listener("listener")
            let capture: @Sendable () -> Void = { [captured = Captured("handler")] in _ = captured }
            setup.thread("A") {
                listener.observe(variable.startingWithLatest()) { _ in
                    capture()
                    handled.handle()
                }
            }
            setup.thread("C") {
                expect(variable.close(within: forever).isEmpty, "something is left")
                handled.expectOver()
            }
            setup.finally {
                expect(!listener.isObserving(variable), "it's still observing")
                expect(!variable.office.isObserved, "an observation is left")
            }
        },
        Scenario("close-variable", "a variable is closed while it's set (15, 21)", bound: 1) { setup in
            let variable = Var(0), handled = Handled(), listener = Listener("listener")
            listener.observe(variable) { _ in handled.handle() }
            setup.thread("A") { for number in 1...2 { variable.value = number } }
            setup.thread("C") {
                expect(variable.close(within: forever).isEmpty, "something is left")
                handled.expectOver()
            }
            setup.finally {
                expect(variable.value == 2, "the value is \(variable.value)")
                let refused = variable.refusedCount
                expect(handled.done + refused == 2, "\(handled.done) handled, \(refused) refused")
                withExtendedLifetime(listener) {}
            }
        },
    ]

    /// Lets one thread send two messages while another one closes. Each must be handled or refused.
    private static func expectClose(
        _ setup: ScenarioSetup, _ handled: Handled, _ messenger: Messenger<Int>, _ listener: Listener?
    ) {
        setup.thread("A") { for number in 1...2 { handled.send { messenger.send(number) } } }
        setup.thread("C") {
            handled.expectDone {
                let refused = messenger.refusedCount
                expect(refused == 0, "\(refused) messages were refused before the close")
                return messenger.close(within: forever).isEmpty
            }
            handled.expectOver()
        }
        setup.finally {
            let refused = messenger.refusedCount
            expect(handled.done + refused == handled.sent, "\(handled.done) handled, \(refused) refused")
            expect(!messenger.office.isObserved, "an observation is left")
            if let listener { expect(!listener.isObserving(messenger), "it's still observing") }
        }
    }
}
