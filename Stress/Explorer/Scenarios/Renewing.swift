import SwiftObserver

/// Scenarios in which a delivery continues while other threads change the observations.
///
/// The delivery is letter by letter, or on queues.
extension Scenario {

    static let renewing: [Scenario] = [
        Scenario("leave-between-letters", "a stopped observation dies before the next letter is handled (9, 11)") {
            setup in
            leaveBetweenLetters(setup, Messenger<Memo>())
        },
        Scenario("leave-between-letters-on-queue", "the same on a queue (9, 11, 14)") { setup in
            leaveBetweenLetters(setup, Messenger<Memo>(on: DispatchQueue(label: "queue")))
        },
        Scenario("replace-between-letters", "the same if the list was replaced before (2, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), pair = listeners("one", "two")
            let late = listeners("three", "four", "five")
            pair[0].listen(to: messenger, heard) { [weak two = pair[1], weak messenger] memo in
                guard let two, let messenger else { return }
                if memo.number == 1 { for number in 2...3 { messenger.send(Memo(number)) } }
                if memo.number == 2 {
                    for listener in late { listener.listen(to: messenger, heard) }
                    two.stopObserving(messenger)
                }
                if memo.number == 3 { expect(Captured.count == 4, "the handler is still alive") }
            }
            pair[1].listen(to: messenger, heard)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { messenger.send(Memo(4)) }
            setup.finally {
                heard.expectAll("one", ["1", "2", "3", "4"])
                expect(!heard.by("two").contains { $0 == "2" || $0 == "3" }, "heard too much: \(heard.entries)")
                let isLast = heard.by("one").last == "4"
                for listener in late {
                    expect(
                        heard.by(listener.name).allSatisfy { $0 == "4" && isLast }, "heard too much: \(heard.entries)")
                }
                messenger.send(Memo(5))
                for listener in late { expect(heard.by(listener.name).last == "5", "lost 5: \(heard.entries)") }
                withExtendedLifetime(pair) {}
            }
        },
        Scenario("dies-while-read", "an observable dies while its list is read and replaced (11, 12)") { setup in
            let heard = HeardMessages(), speaker = DyingSender("speaker"), pair = listeners("one", "two")
            let late = listeners("three", "four", "five")
            pair[0].listen(to: speaker, heard) { [weak two = pair[1], weak messenger = speaker.messenger] memo in
                guard memo.number == 1, let two, let messenger else { return }
                for listener in late { listener.listen(to: messenger, heard) }
                two.stopObserving(messenger)
                expect(Token.count == 1, "a handler died while the list was read: \(heard.entries)")
            }
            pair[1].listen(to: speaker, heard, then: holding())
            for (name, number) in [("A", 1), ("B", 2)] {
                setup.thread(name) { [box = Box<DyingSender?>(speaker)] in
                    box.content?.send(Memo(number))
                    box.drop()
                }
            }
            setup.finally {
                heard.expectAll("one", ["1", "2", "99"])
                let order = heard.by("one")
                heard.expectExactly("two", order.first == "2" ? ["2"] : [])
                for listener in late { expect(heard.by(listener.name).last == "99", "lost 99: \(heard.entries)") }
                expect(Captured.count == 0, "\(Captured.count) handlers are alive")
                withExtendedLifetime((pair, late)) {}
            }
        },
        Scenario("read-on-queue", "a queue delivers while all observations end (2, 9, 11, 13, 14)") { setup in
            let messenger = Messenger<Memo>(on: DispatchQueue(label: "queue")), heard = HeardMessages(mayOverlap: true)
            let one = Listener("one"), other = Listener("other"), late = Listener("late")
            one.listen(to: messenger, heard, then: heard.expectNobodyDies)
            other.listen(to: messenger, heard, then: holding())
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                heard.note("ending")
                messenger.stopBeingObserved()
                heard.note("ended")
                late.listen(to: messenger, heard)
            }
            setup.finally {
                for listener in [one, other] {
                    let after = heard.after("ended").filter { $0.who == listener.name }
                    expect(after.count < 2, "heard too much: \(heard.entries)")
                }
                let isBefore = heard.by("one") + heard.by("other") != []
                expect(heard.by("late").count < (isBefore ? 1 : 2), "late heard too much: \(heard.entries)")
                expect(late.isObserving(messenger), "late isn't observing")
                expect(Captured.count == 1, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, one, other, late)) {}
            }
        },
    ]

    private static func leaveBetweenLetters(_ setup: ScenarioSetup, _ messenger: Messenger<Memo>) {
        let heard = HeardMessages(), pair = listeners("one", "two")
        pair[0].listen(to: messenger, heard) { [weak two = pair[1], weak messenger] memo in
            guard let two, let messenger else { return }
            if memo.number == 1 { for number in 2...3 { messenger.send(Memo(number)) } }
            if memo.number == 2 { two.stopObserving(messenger) }
            if memo.number == 3 { expect(Captured.count == 1, "the handler is still alive") }
        }
        pair[1].listen(to: messenger, heard)
        setup.thread("A") { messenger.send(Memo(1)) }
        setup.thread("B") { messenger.send(Memo(4)) }
        setup.finally {
            heard.expectAll("one", ["1", "2", "3", "4"])
            heard.expectOrder("two", heard.by("one"))
            expect(!heard.by("two").contains("2"), "heard too much: \(heard.entries)")
            withExtendedLifetime((messenger, pair)) {}
        }
    }
}
