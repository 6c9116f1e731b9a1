import SwiftObserver

/// Scenarios that expect an order that explains what all observers received.
extension Scenario {

    static let histories: [Scenario] = [
        Scenario("history-of-messenger", "sends, start and stop have one order (1, 2, 9)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), history = History()
            let listeners = [Listener("early"), Listener("guest")]
            history.perform(.observe("early")) { listeners[0].listen(to: messenger, heard) }
            setup.thread("A") { for number in 1...2 { history.send(number, to: messenger) } }
            setup.thread("B") {
                history.perform(.observe("guest")) { listeners[1].listen(to: messenger, heard) }
                history.send(3, to: messenger)
                history.perform(.stop("guest")) { listeners[1].stopObserving(messenger) }
            }
            setup.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("history-of-three", "three threads send, one of them starts, one stops (1, 2, 9)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), history = History()
            let listeners = [Listener("early"), Listener("late")]
            history.perform(.observe("early")) { listeners[0].listen(to: messenger, heard) }
            setup.thread("A") { history.send(1, to: messenger) }
            setup.thread("B") {
                history.send(2, to: messenger)
                history.perform(.stop("early")) { listeners[0].stopObserving(messenger) }
            }
            setup.thread("C") { history.perform(.observe("late")) { listeners[1].listen(to: messenger, heard) } }
            setup.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("history-of-nested-sends", "what handlers send has its place in the order, too (1, 6)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), history = History()
            let listeners = [Listener("early"), Listener("guest")]
            history.perform(.observe("early")) {
                listeners[0].listen(to: messenger, heard) { [weak messenger] memo in
                    if let messenger, memo.number == 1 { history.send(11, to: messenger) }
                }
            }
            setup.thread("A") { history.send(1, to: messenger) }
            setup.thread("B") {
                history.perform(.observe("guest")) { listeners[1].listen(to: messenger, heard) }
                history.send(2, to: messenger)
                history.perform(.stop("guest")) { listeners[1].stopObserving() }
            }
            setup.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("history-on-queue", "the same on a queue (1, 2, 9, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), history = History(isHopped: true)
            let queue = DispatchQueue(label: "queue"), listeners = [Listener("early"), Listener("guest")]
            history.perform(.observe("early")) { listeners[0].listen(to: messenger, heard, on: queue) }
            setup.thread("A") { history.send(1, to: messenger) }
            setup.thread("B") {
                history.perform(.observe("guest")) { listeners[1].listen(to: messenger, heard, on: queue) }
                history.send(2, to: messenger)
                history.perform(.stop("guest")) { listeners[1].stopObserving() }
            }
            setup.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("history-of-variable", "a variable is set, changed in place and observed (1, 15, 16)") { setup in
            let variable = Var(0), heard = HeardMessages(), history = History(),
                listeners = [Listener("early"), Listener("late")]
            history.perform(.observe("early")) { listeners[0].listen(to: variable, heard, as: text) }
            setup.thread("A") {
                history.perform(.set(1)) { variable.value = 1 }
                history.perform(.add(10)) { variable.value += 10 }
            }
            setup.thread("B") {
                history.perform(.observeFromLatest("late")) {
                    listeners[1].listen(to: variable.startingWithLatest(), heard, as: text)
                }
            }
            setup.thread("C") { history.perform(.set(5)) { variable.value = 5 } }
            setup.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("history-of-stop", "an observation starts with the value and stops again (9, 16)") { setup in
            let variable = Var(0), heard = HeardMessages(), history = History(), listener = Listener("guest")
            setup.thread("A") { for number in 1...2 { history.perform(.set(number)) { variable.value = number } } }
            setup.thread("B") {
                history.perform(.observeFromLatest("guest")) {
                    listener.listen(to: variable.startingWithLatest(), heard, as: text)
                }
                history.perform(.add(10)) { variable.value += 10 }
                history.perform(.stop("guest")) { listener.stopObserving() }
            }
            setup.finally { history.expectExplanation(of: heard) }
        },
        Scenario("history-of-promise", "a promise is fulfilled twice and observed (1, 17)") { setup in
            let promise = Promise<Memo>(), heard = HeardMessages(), history = History(),
                listeners = [Listener("early"), Listener("late")]
            history.perform(.observe("early")) { listeners[0].listen(to: promise, heard) }
            for (name, number) in [("A", 1), ("B", 2)] {
                setup.thread(name) { history.perform(.fulfill(number)) { promise.fulfill(Memo(number)) } }
            }
            setup.thread("C") { history.perform(.observe("late")) { listeners[1].listen(to: promise, heard) } }
            setup.finally {
                history.expectExplanation(of: heard)
                withExtendedLifetime(listeners) {}
            }
        },
    ]
}

extension History {

    fileprivate func send(_ number: Int, to messenger: Messenger<Memo>) {
        perform(.send(number)) { messenger.send(Memo(number)) }
    }
}
