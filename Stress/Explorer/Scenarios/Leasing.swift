import SwiftObserver

/// Scenarios in which a thread reads the list of all observations while others change it.
///
/// A list has room for four observations, and for twice as many after each replacement.
extension Scenario {

    static let leasing: [Scenario] = [
        Scenario("leave-and-replace", "an observation ends and others start while the list is read (1, 2, 9, 11)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), history = History()
            let early = listeners("one", "two", "three"), late = listeners("four", "five")
            history.start(early[0], messenger, heard, then: heard.expectNobodyDies)
            for listener in early.dropFirst() { history.start(listener, messenger, heard, then: holding()) }
            setup.thread("A") { history.perform(.send(1)) { messenger.send(Memo(1)) } }
            setup.thread("B") {
                history.perform(.send(2)) { messenger.send(Memo(2)) }
                heard.note("ending")
                history.perform(.stop("two")) { early[1].stopObserving(messenger) }
                for listener in late { history.start(listener, messenger, heard) }
                history.perform(.send(3)) { messenger.send(Memo(3)) }
            }
            setup.finally {
                history.expectExplanation(of: heard)
                expect(Captured.count == 4, "\(Captured.count) handlers are alive")
                for listener in early { listener.stopObserving() }
                expect(Captured.count == 2, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, late)) {}
            }
        },
        Scenario("leave-and-start", "an observation that replaces the last one gets no older message (1, 2, 9, 11)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), history = History()
            let early = listeners("one", "two"), late = Listener("late")
            for listener in early { history.start(listener, messenger, heard) }
            setup.thread("A") { history.perform(.send(1)) { messenger.send(Memo(1)) } }
            setup.thread("B") {
                history.perform(.send(2)) { messenger.send(Memo(2)) }
                history.perform(.stop("two")) { early[1].stopObserving(messenger) }
                history.start(late, messenger, heard)
            }
            setup.finally {
                history.expectExplanation(of: heard)
                messenger.send(Memo(3))
                for listener in [early[0], late] {
                    expect(heard.by(listener.name).last == "3", "lost 3: \(heard.entries)")
                }
                expect(Captured.count == 2, "\(Captured.count) handlers are alive")
            }
        },
        Scenario("two-readers", "one thread delivers, another ends all observations and starts one (2, 9, 11)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), early = listeners("one", "two"),
                late = Listener("late")
            early[0].listen(to: messenger, heard, then: heard.expectNobodyDies)
            early[1].listen(to: messenger, heard, then: holding())
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") {
                heard.note("ending")
                messenger.stopBeingObserved()
                heard.note("ended")
                late.listen(to: messenger, heard)
                messenger.send(Memo(3))
            }
            setup.finally {
                let after = heard.after("ended").filter { $0.who != "late" }
                expect(after.count < 2, "heard too much: \(heard.entries)")
                for name in ["one", "two", "late"] { heard.expectOrder(name, ["1", "2"]) }
                expect(heard.by("late").contains("3"), "the late one should hear 3: \(heard.entries)")
                expect(Captured.count == 1, "\(Captured.count) handlers are alive")
                withExtendedLifetime((messenger, early, late)) {}
            }
        },
        Scenario("two-readers-of-old-list", "a list is replaced while two read it (2, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), early = listeners("one", "two"),
                late = Listener("late")
            let gaps = listeners("gap", "gap")
            early[0].listen(to: messenger, heard, then: heard.expectNobodyDies)
            for listener in gaps { listener.listen(to: messenger, heard) }
            early[1].listen(to: messenger, heard, then: holding())
            for listener in gaps { listener.stopObserving() }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                heard.note("ending")
                messenger.stopBeingObserved()
                heard.note("ended")
            }
            setup.thread("C") { late.listen(to: messenger, heard) }
            setup.finally {
                let after = heard.after("ended").filter { $0.who != "late" }
                expect(after.count < 2, "heard too much: \(heard.entries)")
                for listener in early { heard.expectOrder(listener.name, ["1"]) }
                let isStaying = late.isObserving(messenger)
                expect(Captured.count == (isStaying ? 1 : 0), "\(Captured.count) handlers are alive")
                messenger.send(Memo(2))
                expect((heard.by("late").last == "2") == isStaying, "late heard the wrong: \(heard.entries)")
            }
        },
        Scenario("reader-in-reader", "a handler ends all while another thread replaces the list (2, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), early = listeners("one", "two", "three")
            let late = listeners("four", "five")
            early[0].listen(to: messenger, heard) { [weak messenger] memo in
                guard memo.number == 1, let messenger else { return }
                messenger.stopBeingObserved()
                heard.note("ended")
                expect(Token.count == 2, "a handler died while the list was read: \(heard.entries)")
            }
            for listener in early.dropFirst() { listener.listen(to: messenger, heard, then: holding()) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                for listener in late { listener.listen(to: messenger, heard) }
                messenger.send(Memo(2))
            }
            setup.finally {
                heard.expectOrder("one", ["2", "1"])
                let isAfter = { (entry: HeardMessages.Entry) in early.contains { $0.name == entry.who } }
                expect(!heard.after("ended").contains(where: isAfter), "heard too much: \(heard.entries)")
                let staying = late.filter { $0.isObserving(messenger) }
                expect(Captured.count == staying.count, "\(Captured.count) handlers are alive")
                messenger.send(Memo(3))
                for listener in late {
                    let isStaying = staying.contains { $0 === listener }
                    expect(heard.by(listener.name).contains("3") == isStaying, "heard the wrong: \(heard.entries)")
                }
            }
        },
    ]
}

extension History {

    fileprivate func start(
        _ listener: Listener, _ messenger: Messenger<Memo>, _ heard: HeardMessages,
        then act: @escaping @Sendable (Memo) -> Void = { _ in }
    ) {
        perform(.observe(listener.name)) { listener.listen(to: messenger, heard, then: act) }
    }
}
