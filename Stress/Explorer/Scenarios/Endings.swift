import SwiftObserver

extension Scenario {

    static let endings: [Scenario] = [
        Scenario("start-and-end", "two threads send, a third observes and stops (1, 2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), other = Ear("other")
            other.listen(to: messenger, heard)
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { messenger.send(Memo(2)) }
            world.thread("C") {
                ear.listen(to: messenger, heard)
                ear.stopObserving(messenger)
                heard.note("stopped")
            }
            world.finally {
                heard.expectAll("other", ["1", "2"])
                heard.expectOrder("ear", heard.by("other"))
                expect(heard.after("stopped").filter { $0.who == "ear" }.count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 1, "the handler is still alive")
                expect(!ear.isObserving(messenger) && other.isObserving(messenger), "it's not known who observes")
            }
        },
        Scenario("first-starts", "the first two observers start at once, while somebody sends (2)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ears = [Ear("first"), Ear("second")]
            for ear in ears {
                world.thread(ear.name) {
                    ear.listen(to: messenger, heard)
                    messenger.send(Memo(ear === ears[0] ? 1 : 2))
                }
            }
            world.thread("sender") { messenger.send(Memo(3)) }
            world.finally {
                messenger.send(Memo(4))
                for (ear, own) in zip(ears, ["1", "2"]) {
                    let all = heard.by(ear.name)
                    expect(all.contains(own) && all.last == "4", "lost a message: \(heard.entries)")
                }
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("start-while-waiting", "who starts after a send doesn't get what still waits (2, 3)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ears = [Ear("early"), Ear("late")]
            ears[0].listen(to: messenger, heard)
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                messenger.send(Memo(2))
                ears[1].listen(to: messenger, heard)
                messenger.send(Memo(3))
            }
            world.finally {
                heard.expectAll("early", ["1", "2", "3"])
                heard.expectOrder("late", heard.by("early"))
                let late = heard.by("late")
                expect(!late.contains("2") && late.contains("3"), "heard the wrong messages: \(heard.entries)")
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("stop-while-sending", "stops while another thread delivers (9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            ear.listen(to: messenger, heard)
            world.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
                messenger.send(Memo(3))
            }
            world.thread("B") {
                ear.stopObserving()
                heard.note("stopped")
            }
            world.finally {
                heard.expectOrder("ear", ["1", "2", "3"])
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("stop-another", "a handler stops the next observer, while another thread sends (9)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ears = [Ear("first"), Ear("second")]
            ears[0].listen(to: messenger, heard) { [weak second = ears[1], weak messenger] memo in
                if memo.number == 1, let messenger {
                    second?.stopObserving(messenger)
                    heard.note("stopped")
                }
            }
            ears[1].listen(to: messenger, heard)
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { messenger.send(Memo(2)) }
            world.finally {
                heard.expectAll("first", ["1", "2"])
                expect(!heard.after("stopped").contains { $0.who == "second" }, "heard too much: \(heard.entries)")
                heard.expectOrder("second", heard.by("first"))
                expect(Captured.count == 1, "the handler is still alive")
                withExtendedLifetime((messenger, ears)) {}
            }
        },
        Scenario("stop-elsewhere", "a handler on another observable stops an observer (9)") { world in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = Heard(mayOverlap: true)
            let ears = [Ear("one"), Ear("other")]
            ears[0].listen(to: one, heard)
            ears[1].listen(to: other, heard) { [weak first = ears[0], weak one] _ in
                if let one { one.stopBeingObserved(by: first ?? Ear("nobody")) }
                heard.note("stopped")
            }
            world.thread("A") {
                one.send(Memo(1))
                one.send(Memo(2))
            }
            world.thread("B") { other.send(Memo(3)) }
            world.finally {
                heard.expectOrder("one", ["1", "2"])
                expect(heard.after("stopped").filter { $0.who == "one" }.count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 1, "the handler is still alive")
                withExtendedLifetime((other, ears)) {}
            }
        },
        Scenario("stop-twice", "an observation is ended from both sides at once (9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            ear.listen(to: messenger, heard)
            world.thread("A") { ear.stopObserving() }
            world.thread("B") {
                messenger.stopBeingObserved()
                heard.note("stopped")
            }
            world.thread("C") { messenger.send(Memo(1)) }
            world.finally {
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                expect(!ear.isObserving(messenger), "it's still observing")
            }
        },
        Scenario("stop-all-twice", "two threads stop all observations of one observer (9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            ear.listen(to: messenger, heard)
            world.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            world.thread("B") { ear.stopObserving() }
            world.thread("C") {
                ear.stopObserving()
                expect(!ear.isObserving(messenger), "it's still observing")
                heard.note("stopped")
            }
            world.finally {
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((ear, messenger)) {}
            }
        },
        Scenario("stop-all-while-starting", "one thread starts, one ends all observations (1, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            world.thread("A") { ear.listen(to: messenger, heard) }
            world.thread("B") {
                ear.stopObserving()
                messenger.stopBeingObserved()
            }
            world.finally {
                let isObserving = ear.isObserving(messenger)
                messenger.send(Memo(1))
                heard.expectExactly("ear", isObserving ? ["1"] : [])
                expect(Captured.count == (isObserving ? 1 : 0), "the handler is not what it should be")
            }
        },
        Scenario("stop-itself", "a handler stops its own observation, another thread sends (9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            ear.listen(to: messenger, heard) { [weak ear] _ in ear?.stopObserving() }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { messenger.send(Memo(2)) }
            world.finally {
                expect(heard.by("ear").count == 1, "should hear one: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("once", "observes once while two threads send (2, 9)") { world in
            let messenger = Messenger<Memo>(), heard = Heard()
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { messenger.send(Memo(2)) }
            observeOnce(messenger) { heard.hear("once", "\($0.number)") }
            world.finally { expect(heard.by("once").count == 1, "should hear one: \(heard.entries)") }
        },
    ]
}
