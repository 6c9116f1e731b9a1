import SwiftObserver

/// Scenarios in which someone reads the roll of all observations while others change it.
///
/// A roll has room for four, and for twice as many when it's replaced.
extension Scenario {

    static let lending: [Scenario] = [
        Scenario("leave-and-replace", "one stops and others start while the roll is read (1, 2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), history = History()
            let early = ears("one", "two", "three"), late = ears("four", "five")
            history.start(early[0], messenger, heard, then: heard.expectNobodyDies)
            for ear in early.dropFirst() { history.start(ear, messenger, heard, then: holding()) }
            world.thread("A") { history.perform(.send(1)) { messenger.send(Memo(1)) } }
            world.thread("B") {
                history.perform(.send(2)) { messenger.send(Memo(2)) }
                heard.note("ending")
                history.perform(.stop("two")) { early[1].stopObserving(messenger) }
                for ear in late { history.start(ear, messenger, heard) }
                history.perform(.send(3)) { messenger.send(Memo(3)) }
            }
            world.finally {
                history.expectExplanation(of: heard)
                expect(Captured.count == 4, "\(Captured.count) handlers are alive")
                for ear in early { ear.stopObserving() }
                expect(Captured.count == 2, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, late)) {}
            }
        },
        Scenario("leave-and-start", "who starts in place of the last one hears nothing older (1, 2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), history = History()
            let early = ears("one", "two"), late = Ear("late")
            for ear in early { history.start(ear, messenger, heard) }
            world.thread("A") { history.perform(.send(1)) { messenger.send(Memo(1)) } }
            world.thread("B") {
                history.perform(.send(2)) { messenger.send(Memo(2)) }
                history.perform(.stop("two")) { early[1].stopObserving(messenger) }
                history.start(late, messenger, heard)
            }
            world.finally {
                history.expectExplanation(of: heard)
                messenger.send(Memo(3))
                for ear in [early[0], late] { expect(heard.by(ear.name).last == "3", "lost 3: \(heard.entries)") }
                expect(Captured.count == 2, "\(Captured.count) handlers are alive")
            }
        },
        Scenario("two-readers", "one thread delivers, one ends all that it finds and starts anew (2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), early = ears("one", "two"), late = Ear("late")
            early[0].listen(to: messenger, heard, then: heard.expectNobodyDies)
            early[1].listen(to: messenger, heard, then: holding())
            world.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            world.thread("B") {
                heard.note("ending")
                messenger.stopBeingObserved()
                heard.note("ended")
                late.listen(to: messenger, heard)
                messenger.send(Memo(3))
            }
            world.finally {
                let after = heard.after("ended").filter { $0.who != "late" }
                expect(after.count < 2, "heard too much: \(heard.entries)")
                for name in ["one", "two", "late"] { heard.expectOrder(name, ["1", "2"]) }
                expect(heard.by("late").contains("3"), "the late one should hear 3: \(heard.entries)")
                expect(Captured.count == 1, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, early, late)) {}
            }
        },
        Scenario("two-readers-of-old-roll", "a roll is replaced while two read it (2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), early = ears("one", "two"), late = Ear("late")
            let gaps = ears("gap", "gap")
            early[0].listen(to: messenger, heard, then: heard.expectNobodyDies)
            for ear in gaps { ear.listen(to: messenger, heard) }
            early[1].listen(to: messenger, heard, then: holding())
            for ear in gaps { ear.stopObserving() }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                heard.note("ending")
                messenger.stopBeingObserved()
                heard.note("ended")
            }
            world.thread("C") { late.listen(to: messenger, heard) }
            world.finally {
                let after = heard.after("ended").filter { $0.who != "late" }
                expect(after.count < 2, "heard too much: \(heard.entries)")
                for ear in early { heard.expectOrder(ear.name, ["1"]) }
                let isStaying = late.isObserving(messenger)
                expect(Captured.count == (isStaying ? 1 : 0), "\(Captured.count) handlers are alive")
                messenger.send(Memo(2))
                expect((heard.by("late").last == "2") == isStaying, "late heard the wrong: \(heard.entries)")
            }
        },
        Scenario("reader-in-reader", "a handler ends all while another thread replaces the roll (2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), early = ears("one", "two", "three")
            let late = ears("four", "five")
            early[0].listen(to: messenger, heard) { [weak messenger] memo in
                guard memo.number == 1, let messenger else { return }
                messenger.stopBeingObserved()
                heard.note("ended")
                expect(Token.count == 2, "a handler died although the roll is read: \(heard.entries)")
            }
            for ear in early.dropFirst() { ear.listen(to: messenger, heard, then: holding()) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                for ear in late { ear.listen(to: messenger, heard) }
                messenger.send(Memo(2))
            }
            world.finally {
                heard.expectOrder("one", ["2", "1"])
                let isAfter = { (entry: Heard.Entry) in early.contains { $0.name == entry.who } }
                expect(!heard.after("ended").contains(where: isAfter), "heard too much: \(heard.entries)")
                let staying = late.filter { $0.isObserving(messenger) }
                expect(Captured.count == staying.count, "\(Captured.count) handlers are alive")
                messenger.send(Memo(3))
                for ear in late {
                    let isStaying = staying.contains { $0 === ear }
                    expect(heard.by(ear.name).contains("3") == isStaying, "heard the wrong: \(heard.entries)")
                }
            }
        },
    ]
}

extension History {

    fileprivate func start(
        _ ear: Ear, _ messenger: Messenger<Memo>, _ heard: Heard,
        then act: @escaping @Sendable (Memo) -> Void = { _ in }
    ) {
        perform(.observe(ear.name)) { ear.listen(to: messenger, heard, then: act) }
    }
}
