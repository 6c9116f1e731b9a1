@testable import SwiftObserver

/// Scenarios in which messages are handled on an actor, which does its work one by one, in any order.
extension Scenario {

    static let actors: [Scenario] = [
        Scenario("actor-order", "two observables hopped to one actor keep one sender's order (3, 13)") { world in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), home = Home()
            ear.listen(to: one, heard, on: home)
            ear.listen(to: other, heard, on: home)
            world.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
                one.send(Memo(3))
            }
            world.finally {
                heard.expectExactly("ear", ["1", "2", "3"])
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((ear, home)) {}
            }
        },
        Scenario("actor-patience", "messages that cause each other don't occupy an actor (8, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), home = Home(), most = Box(0)
            ear.observe(messenger, on: home) { [weak messenger] _, memo in
                heard.hear("ear", "\(memo.number) \(Explorer.shared.currentName)") {
                    if memo.number < 4 { messenger?.send(Memo(memo.number + 1)) }
                }
            }
            world.thread("A") { messenger.send(Memo(1)) }
            world.finally {
                expect(heard.entries.count == 4, "something is missing: \(heard.entries)")
                for (_, entries) in Dictionary(grouping: heard.entries, by: { $0.what.dropFirst(2) }) {
                    most.content = max(most.content, entries.count)
                }
                expect(most.content <= 2, "one turn handled \(most.content) messages: \(heard.entries)")
                withExtendedLifetime((messenger, ear, home)) {}
            }
        },
        Scenario("actor-stop", "stops from elsewhere what waits for an actor (9, 11, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), home = Home()
            ear.listen(to: messenger, heard, on: home)
            world.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            world.thread("B") {
                ear.stopObserving(messenger)
                heard.note("stopped")
            }
            world.finally {
                heard.expectOrder("ear", ["1", "2"])
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, ear, home)) {}
            }
        },
        Scenario("actor-dies", "an actor dies while messages wait for it (11, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), home = Box<Home?>(Home())
            if let home = home.content { ear.listen(to: messenger, heard, on: home) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                home.drop()
                heard.note("dropped")
                messenger.send(Memo(2))
            }
            world.finally {
                heard.expectOrder("ear", ["1", "2"])
                let isEnded = !heard.by("ear").contains("2")
                expect(messenger.office.isObserved == !isEnded, "ended or not: \(heard.entries)")
                expect(Captured.count == (isEnded ? 0 : 1), "the handler is not what it should be")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("actor-used-anew", "all who hop to one actor share a lane, whenever they come (13)") { world in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), home = Home()
            let short = Ear("short"), late = Ear("late")
            ear.listen(to: one, heard, on: home)
            world.thread("A") {
                short.listen(to: other, heard, on: home)
                short.stopObserving()
                late.listen(to: other, heard, on: home)
                one.send(Memo(1))
                other.send(Memo(2))
            }
            world.finally {
                expect(heard.entries.map(\.what) == ["1", "2"], "the wrong order: \(heard.entries)")
                withExtendedLifetime((ear, late, home)) {}
            }
        },
        Scenario("actor-observer-dies", "an observer and an actor die while a message is sent (9, 10, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Box<Ear?>(Ear("ear")), home = Box<Home?>(Home())
            if let home = home.content { ear.content?.listen(to: messenger, heard, on: home) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { ear.drop() }
            world.thread("C") { home.drop() }
            world.finally {
                expect(heard.entries.count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime(messenger) {}
            }
        },
    ]
}
