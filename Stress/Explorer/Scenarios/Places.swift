@testable import SwiftObserver

/// Scenarios in which messages are handled on a client's place.
///
/// It enqueues blocks while no lock is held.
extension Scenario {

    static let places: [Scenario] = [
        Scenario("place-order", "two observables hopped to one place keep one sender's order (3, 13, 25)") { setup in
            placeOrder(setup)
        },
        Scenario("place-wild", "a place that runs blocks twice, at once, breaks no order (3, 25)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard, on: ControlledPlace(isWild: true))
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.finally {
                heard.expectExactly("listener", ["1", "2"])
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("place-flush", "a block that is enqueued after a send finds the message handled (13, 25)") { setup in
            let messenger = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener"), place = ControlledPlace()
            listener.listen(to: messenger, heard, on: place)
            listener.listen(to: other, heard, on: place)
            setup.thread("A") {
                messenger.send(Memo(1))
                place.enqueue { expect(heard.by("listener").contains("1"), "not handled before: \(heard.entries)") }
            }
            setup.thread("B") { other.send(Memo(2)) }
            setup.finally {
                heard.expectAll("listener", ["1", "2"])
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("place-delivery", "two observables on one place have one order, and end there (12, 14, 25)") { setup in
            let place = ControlledPlace(), heard = HeardMessages(), listener = Listener("listener")
            let one = Messenger<Memo>(on: place), other = Messenger<Memo>(on: place)
            listener.listen(to: one, heard)
            listener.listen(to: other, heard)
            setup.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
                _ = one.close(within: .zero)
            }
            setup.thread("B") { other.send(Memo(3)) }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3"])
                heard.expectOrder("listener", ["1", "2"])
                expect(Captured.count == 1, "the closed observable has a handler")
                withExtendedLifetime((listener, one, other)) {}
            }
        },
        Scenario("place-deaths", "all die while messages wait in a place (10, 11, 12, 25)") { setup in
            let heard = HeardMessages(), listener = Box<Listener?>(Listener("listener")),
                speaker = Box<DyingSender?>(DyingSender("speaker")), other = Listener("other")
            if let speaker = speaker.content {
                let place = ControlledPlace()
                listener.content?.listen(to: speaker, heard, on: place)
                other.listen(to: speaker, heard, on: place)
            }
            setup.thread("A") {
                speaker.content?.send(Memo(1))
                speaker.drop()
            }
            setup.thread("B") { listener.drop() }
            setup.finally {
                heard.expectExactly("other", ["1", "99"])
                heard.expectOrder("listener", ["1", "99"])
                expect(Captured.count == 0 && Memo.count == 0, "handlers or messages are still alive")
                withExtendedLifetime(other) {}
            }
        },
        Scenario("place-farewell", "a farewell comes after all messages, and waits for no place (10, 11, 25)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                place = ControlledPlace()
            listener.listen(to: messenger, heard, on: place)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { _ = messenger.close(within: .zero) }
            setup.finally {
                expect(heard.by("listener").count + messenger.refusedCount == 1, "a message got lost")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
        Scenario("place-used-anew", "all observations on one place share a lane, whenever they start (13, 25)") {
            setup in
            let one = Messenger<Memo>(), heard = HeardMessages(), place = ControlledPlace()
            let short = Listener("short"), late = Listener("late")
            short.listen(to: one, heard, on: place)
            setup.thread("A") {
                one.send(Memo(1))
                short.stopObserving(one)
            }
            setup.thread("B") {
                late.listen(to: one, heard, on: place)
                one.send(Memo(2))
            }
            setup.finally {
                expect(heard.by("late").contains("2"), "not handled: \(heard.entries)")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((short, late)) {}
            }
        },
        Scenario("place-drain", "a drain of messages that wait in a place ends when they're handled (21, 25)") {
            setup in
            let messenger = Messenger<Memo>(on: ControlledPlace()), heard = HeardMessages(),
                listener = Listener("listener")
            listener.listen(to: messenger, heard)
            setup.thread("A") {
                for number in 1...2 { messenger.send(Memo(number)) }
                expect(messenger.drain(within: forever).isEmpty, "not drained")
                expect(heard.by("listener") == ["1", "2"], "not handled: \(heard.entries)")
            }
            setup.finally {
                withExtendedLifetime(listener) {}
            }
        },
    ]

    private static func placeOrder(_ setup: ScenarioSetup) {
        let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
        let place = ControlledPlace()
        listener.listen(to: one, heard, on: place)
        listener.listen(to: other, heard, on: place)
        setup.thread("A") {
            one.send(Memo(1))
            other.send(Memo(2))
        }
        setup.thread("B") { other.send(Memo(3)) }
        setup.finally {
            heard.expectAll("listener", ["1", "2", "3"])
            heard.expectOrder("listener", ["1", "2"])
            expect(Memo.count == 0, "messages are still alive")
            withExtendedLifetime(listener) {}
        }
    }
}
