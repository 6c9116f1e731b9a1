@testable import SwiftObserver

/// Scenarios in which messages are handled on an actor, one by one, in any order.
extension Scenario {

    static let actors: [Scenario] = [
        Scenario("actor-order", "two observables hopped to one actor keep one sender's order (3, 13)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener"), home = ControlledActor()
            listener.listen(to: one, heard, on: home)
            listener.listen(to: other, heard, on: home)
            setup.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
                one.send(Memo(3))
            }
            setup.finally {
                heard.expectExactly("listener", ["1", "2", "3"])
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((listener, home)) {}
            }
        },
        Scenario("actor-budget", "messages that cause each other don't occupy an actor (8, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                home = ControlledActor(), most = Box(0)
            listener.observe(messenger, on: home) { [weak messenger] _, memo in
                heard.hear("listener", "\(memo.number) \(Explorer.shared.currentName)") {
                    if memo.number < 4 { messenger?.send(Memo(memo.number + 1)) }
                }
            }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.finally {
                expect(heard.entries.count == 4, "something is missing: \(heard.entries)")
                for (_, entries) in Dictionary(grouping: heard.entries, by: { $0.what.dropFirst(2) }) {
                    most.content = max(most.content, entries.count)
                }
                expect(most.content <= 2, "one block handled \(most.content) messages: \(heard.entries)")
                withExtendedLifetime((messenger, listener, home)) {}
            }
        },
        Scenario("actor-stop", "a thread stops observing while messages wait for an actor (9, 11, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                home = ControlledActor()
            listener.listen(to: messenger, heard, on: home)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") {
                listener.stopObserving(messenger)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectOrder("listener", ["1", "2"])
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, listener, home)) {}
            }
        },
        Scenario("actor-dies", "an actor dies while messages wait for it (11, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                home = Box<ControlledActor?>(ControlledActor())
            if let home = home.content { listener.listen(to: messenger, heard, on: home) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                home.drop()
                heard.note("dropped")
                messenger.send(Memo(2))
            }
            setup.finally {
                heard.expectOrder("listener", ["1", "2"])
                let isEnded = !heard.by("listener").contains("2")
                expect(messenger.office.isObserved == !isEnded, "ended or not: \(heard.entries)")
                expect(Captured.count == (isEnded ? 0 : 1), "the lifetime of the handler is wrong")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("actor-used-anew", "all observations on one actor share a lane, whenever they start (13)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener"), home = ControlledActor()
            let short = Listener("short"), late = Listener("late")
            listener.listen(to: one, heard, on: home)
            setup.thread("A") {
                short.listen(to: other, heard, on: home)
                short.stopObserving()
                late.listen(to: other, heard, on: home)
                one.send(Memo(1))
                other.send(Memo(2))
            }
            setup.finally {
                expect(heard.entries.map(\.what) == ["1", "2"], "the wrong order: \(heard.entries)")
                withExtendedLifetime((listener, late, home)) {}
            }
        },
        Scenario("actor-left-and-used", "a deallocated lane doesn't remove the next lane of its actor (13)") { setup in
            let home = ControlledActor(), short = Box<PlaceLane?>(.of(ActorPlace(home)))
            setup.thread("A") { short.drop() }
            setup.thread("B") {
                let one = PlaceLane.of(ActorPlace(home)), other = PlaceLane.of(ActorPlace(home))
                expect(one === other, "an actor has two lanes")
            }
            setup.finally {
                expect(PlaceLane.count == 0, "the lane is still known")
                withExtendedLifetime(home) {}
            }
        },
        Scenario("actor-observer-dies", "an observer and an actor die while a message is sent (9, 10, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Box<Listener?>(Listener("listener")),
                home = Box<ControlledActor?>(ControlledActor())
            if let home = home.content { listener.content?.listen(to: messenger, heard, on: home) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { listener.drop() }
            setup.thread("C") { home.drop() }
            setup.finally {
                expect(heard.entries.count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                expect(PlaceLane.count == 0, "the lane is still known")
                withExtendedLifetime(messenger) {}
            }
        },
    ]
}
