import SwiftObserver

/// Scenarios that expect an order that explains what everyone heard.
extension Scenario {

    static let histories: [Scenario] = [
        Scenario("history-of-messenger", "sends, start and stop have one order (1, 2, 9)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), history = History()
            let ears = [Ear("early"), Ear("guest")]
            history.perform(.observe("early")) { ears[0].listen(to: messenger, heard) }
            world.thread("A") { for number in 1...2 { history.send(number, to: messenger) } }
            world.thread("B") {
                history.perform(.observe("guest")) { ears[1].listen(to: messenger, heard) }
                history.send(3, to: messenger)
                history.perform(.stop("guest")) { ears[1].stopObserving(messenger) }
            }
            world.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("history-of-three", "three threads send, one of them starts, one stops (1, 2, 9)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), history = History()
            let ears = [Ear("early"), Ear("late")]
            history.perform(.observe("early")) { ears[0].listen(to: messenger, heard) }
            world.thread("A") { history.send(1, to: messenger) }
            world.thread("B") {
                history.send(2, to: messenger)
                history.perform(.stop("early")) { ears[0].stopObserving(messenger) }
            }
            world.thread("C") { history.perform(.observe("late")) { ears[1].listen(to: messenger, heard) } }
            world.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("history-of-nested-sends", "what handlers send has its place in the order, too (1, 6)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), history = History()
            let ears = [Ear("early"), Ear("guest")]
            history.perform(.observe("early")) {
                ears[0].listen(to: messenger, heard) { [weak messenger] memo in
                    if let messenger, memo.number == 1 { history.send(11, to: messenger) }
                }
            }
            world.thread("A") { history.send(1, to: messenger) }
            world.thread("B") {
                history.perform(.observe("guest")) { ears[1].listen(to: messenger, heard) }
                history.send(2, to: messenger)
                history.perform(.stop("guest")) { ears[1].stopObserving() }
            }
            world.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("history-on-queue", "the same on a queue (1, 2, 9, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), history = History(isHopped: true)
            let queue = DispatchQueue(label: "queue"), ears = [Ear("early"), Ear("guest")]
            history.perform(.observe("early")) { ears[0].listen(to: messenger, heard, on: queue) }
            world.thread("A") { history.send(1, to: messenger) }
            world.thread("B") {
                history.perform(.observe("guest")) { ears[1].listen(to: messenger, heard, on: queue) }
                history.send(2, to: messenger)
                history.perform(.stop("guest")) { ears[1].stopObserving() }
            }
            world.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("history-of-variable", "a variable is set, changed in place and observed (1, 15, 16)") { world in
            let variable = Var(0), heard = Heard(), history = History(), ears = [Ear("early"), Ear("late")]
            history.perform(.observe("early")) { ears[0].listen(to: variable, heard, as: text) }
            world.thread("A") {
                history.perform(.set(1)) { variable.value = 1 }
                history.perform(.add(10)) { variable.value += 10 }
            }
            world.thread("B") {
                history.perform(.observeFromLatest("late")) {
                    ears[1].listen(to: variable.startingWithLatest(), heard, as: text)
                }
            }
            world.thread("C") { history.perform(.set(5)) { variable.value = 5 } }
            world.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("history-of-stop", "an observation starts with the value and stops again (9, 16)") { world in
            let variable = Var(0), heard = Heard(), history = History(), ear = Ear("guest")
            world.thread("A") { for number in 1...2 { history.perform(.set(number)) { variable.value = number } } }
            world.thread("B") {
                history.perform(.observeFromLatest("guest")) {
                    ear.listen(to: variable.startingWithLatest(), heard, as: text)
                }
                history.perform(.add(10)) { variable.value += 10 }
                history.perform(.stop("guest")) { ear.stopObserving() }
            }
            world.finally { history.expectExplanation(of: heard) }
        },
        Scenario("history-of-promise", "a promise is fulfilled twice and observed (1, 17)") { world in
            let promise = Promise<Memo>(), heard = Heard(), history = History(), ears = [Ear("early"), Ear("late")]
            history.perform(.observe("early")) { ears[0].listen(to: promise, heard) }
            for (name, number) in [("A", 1), ("B", 2)] {
                world.thread(name) { history.perform(.fulfill(number)) { promise.fulfill(Memo(number)) } }
            }
            world.thread("C") { history.perform(.observe("late")) { ears[1].listen(to: promise, heard) } }
            world.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(ears) {}
            }
        },
    ]
}

extension History {

    fileprivate func send(_ number: Int, to messenger: Messenger<Memo>) {
        perform(.send(number)) { messenger.send(Memo(number)) }
    }
}
