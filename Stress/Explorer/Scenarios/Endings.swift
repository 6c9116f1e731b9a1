import SwiftObserver

extension Scenario {

    static let endings: [Scenario] = [
        Scenario("start-and-end", "two threads send, a third observes and stops (1, 2, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                other = Listener("other")
            other.listen(to: messenger, heard)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { messenger.send(Memo(2)) }
            setup.thread("C") {
                listener.listen(to: messenger, heard)
                listener.stopObserving(messenger)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectAll("other", ["1", "2"])
                heard.expectOrder("listener", heard.by("other"))
                expect(
                    heard.after("stopped").filter { $0.who == "listener" }.count < 2, "heard too much: \(heard.entries)"
                )
                expect(Captured.count == 1, "the handler is still alive")
                expect(!listener.isObserving(messenger) && other.isObserving(messenger), "`isObserving` is wrong")
            }
        },
        Scenario("first-starts", "the first two observers start at once while another thread sends (2)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(),
                listeners = [Listener("first"), Listener("second")]
            for listener in listeners {
                setup.thread(listener.name) {
                    listener.listen(to: messenger, heard)
                    messenger.send(Memo(listener === listeners[0] ? 1 : 2))
                }
            }
            setup.thread("sender") { messenger.send(Memo(3)) }
            setup.finally {
                messenger.send(Memo(4))
                for (listener, own) in zip(listeners, ["1", "2"]) {
                    let all = heard.by(listener.name)
                    expect(all.contains(own) && all.last == "4", "lost a message: \(heard.entries)")
                }
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("start-while-waiting", "a new observation doesn't get messages that are pending (2, 3)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(),
                listeners = [Listener("early"), Listener("late")]
            listeners[0].listen(to: messenger, heard)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                messenger.send(Memo(2))
                listeners[1].listen(to: messenger, heard)
                messenger.send(Memo(3))
            }
            setup.finally {
                heard.expectAll("early", ["1", "2", "3"])
                heard.expectOrder("late", heard.by("early"))
                let late = heard.by("late")
                expect(!late.contains("2") && late.contains("3"), "heard the wrong messages: \(heard.entries)")
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("stop-while-sending", "an observer stops while another thread delivers (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            setup.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
                messenger.send(Memo(3))
            }
            setup.thread("B") {
                listener.stopObserving()
                heard.note("stopped")
            }
            setup.finally {
                heard.expectOrder("listener", ["1", "2", "3"])
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("stop-another", "a handler stops the next observer, while another thread sends (9)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(),
                listeners = [Listener("first"), Listener("second")]
            listeners[0].listen(to: messenger, heard) { [weak second = listeners[1], weak messenger] memo in
                if memo.number == 1, let messenger {
                    second?.stopObserving(messenger)
                    heard.note("stopped")
                }
            }
            listeners[1].listen(to: messenger, heard)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { messenger.send(Memo(2)) }
            setup.finally {
                heard.expectAll("first", ["1", "2"])
                expect(!heard.after("stopped").contains { $0.who == "second" }, "heard too much: \(heard.entries)")
                heard.expectOrder("second", heard.by("first"))
                expect(Captured.count == 1, "the handler is still alive")
                withExtendedLifetime((messenger, listeners)) {}
            }
        },
        Scenario("stop-elsewhere", "a handler on another observable stops an observer (9)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true)
            let listeners = [Listener("one"), Listener("other")]
            listeners[0].listen(to: one, heard)
            listeners[1].listen(to: other, heard) { [weak first = listeners[0], weak one] _ in
                if let one { one.stopBeingObserved(by: first ?? Listener("nobody")) }
                heard.note("stopped")
            }
            setup.thread("A") {
                one.send(Memo(1))
                one.send(Memo(2))
            }
            setup.thread("B") { other.send(Memo(3)) }
            setup.finally {
                heard.expectOrder("one", ["1", "2"])
                expect(heard.after("stopped").filter { $0.who == "one" }.count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 1, "the handler is still alive")
                withExtendedLifetime((other, listeners)) {}
            }
        },
        Scenario("stop-twice", "an observation is ended from both sides at once (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            setup.thread("A") { listener.stopObserving() }
            setup.thread("B") {
                messenger.stopBeingObserved()
                heard.note("stopped")
            }
            setup.thread("C") { messenger.send(Memo(1)) }
            setup.finally {
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                expect(!listener.isObserving(messenger), "it's still observing")
            }
        },
        Scenario("stop-all-twice", "two threads stop all observations of one observer (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { listener.stopObserving() }
            setup.thread("C") {
                listener.stopObserving()
                expect(!listener.isObserving(messenger), "it's still observing")
                heard.note("stopped")
            }
            setup.finally {
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
        Scenario("stop-all-while-starting", "one thread starts, one ends all observations (1, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { listener.listen(to: messenger, heard) }
            setup.thread("B") {
                listener.stopObserving()
                messenger.stopBeingObserved()
            }
            setup.finally {
                let isObserving = listener.isObserving(messenger)
                messenger.send(Memo(1))
                heard.expectExactly("listener", isObserving ? ["1"] : [])
                expect(Captured.count == (isObserving ? 1 : 0), "the lifetime of the handler is wrong")
            }
        },
        Scenario("stop-itself", "a handler stops its own observation, another thread sends (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard) { [weak listener] _ in listener?.stopObserving() }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { messenger.send(Memo(2)) }
            setup.finally {
                expect(heard.by("listener").count == 1, "should hear one: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("once", "an observer observes once while two threads send (2, 9)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages()
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { messenger.send(Memo(2)) }
            observeOnce(messenger) { heard.hear("once", "\($0.number)") }
            setup.finally { expect(heard.by("once").count == 1, "should hear one: \(heard.entries)") }
        },
    ]
}
