import SwiftObserver

extension Scenario {

    static let hops: [Scenario] = [
        Scenario("hop-order", "two observables hopped to one queue keep one sender's order (3, 13)") { setup in
            hopOrder(setup, DispatchQueue(label: "queue"))
        },
        Scenario("hop-concurrent", "a concurrent queue still handles one by one, in order (3, 13)") { setup in
            hopOrder(setup, DispatchQueue(label: "queue", attributes: .concurrent))
        },
        Scenario("hop-flush", "a block that is enqueued after a send finds the message handled (13)") { setup in
            let messenger = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener")
            let queue = DispatchQueue(label: "queue")
            listener.listen(to: messenger, heard, on: queue)
            listener.listen(to: other, heard, on: queue)
            setup.thread("A") {
                messenger.send(Memo(1))
                queue.async { expect(heard.by("listener").contains("1"), "not handled before: \(heard.entries)") }
            }
            setup.thread("B") { for number in 2...4 { other.send(Memo(number)) } }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3", "4"])
                heard.expectOrder("listener", ["2", "3", "4"])
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("hop-stop", "a thread stops observing while messages wait on a queue (9, 11, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.listen(to: messenger, heard, on: queue)
            setup.thread("A") { for number in 1...3 { messenger.send(Memo(number)) } }
            setup.thread("B") {
                listener.stopObserving(messenger)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectOrder("listener", ["1", "2", "3"])
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("hop-stop-on-queue", "a handler stops observing on its queue: no message follows (9, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.listen(to: messenger, heard, on: queue) { [weak listener] _ in listener?.stopObserving() }
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { messenger.send(Memo(3)) }
            setup.finally {
                expect(heard.by("listener").count == 1, "heard too much: \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("hop-deaths", "both sides die while messages wait on a queue (10, 11, 12)") { setup in
            let heard = HeardMessages(), listener = Box<Listener?>(Listener("listener")),
                speaker = Box<DyingSender?>(DyingSender("speaker"))
            let queue = DispatchQueue(label: "queue"), other = Listener("other")
            if let speaker = speaker.content {
                listener.content?.listen(to: speaker, heard, on: queue)
                other.listen(to: speaker, heard, on: queue)
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
        Scenario("hop-author-dies", "an author dies while its message waits on a queue (12, 13)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.observe(messenger, on: queue) { [unowned messenger] memo, author in
                expect(author is Author || author === messenger, "the author of \(memo.number) is \(author)")
                heard.hear("listener", "\(memo.number)")
            }
            let author = Box<Author?>(Author("author"))
            setup.thread("A") {
                if let author = author.content { messenger.send(Memo(1), from: author) }
                author.drop()
            }
            setup.thread("B") { messenger.send(Memo(2)) }
            setup.finally {
                heard.expectAll("listener", ["1", "2"])
                withExtendedLifetime((listener, messenger)) {}
            }
        },
        Scenario("delivery-queue", "two observables on one queue have one order (14)") { setup in
            let queue = DispatchQueue(label: "queue"), heard = HeardMessages(),
                listeners = [Listener("one"), Listener("other")]
            let one = Messenger<Memo>(on: queue), other = Messenger<Memo>(on: queue)
            for listener in listeners {
                listener.listen(to: one, heard)
                listener.listen(to: other, heard)
            }
            setup.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
            }
            setup.thread("B") { one.send(Memo(3)) }
            setup.finally {
                heard.expectAll("one", ["1", "2", "3"])
                heard.expectSame("one", "other")
                heard.expectOrder("one", ["1", "2"])
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("delivery-queue-turns", "letters of two observables on a queue keep their order (1, 2, 14)") { setup in
            let queue = DispatchQueue(label: "queue"), heard = HeardMessages(), listener = Listener("listener"),
                late = Listener("late")
            let one = Messenger<Memo>(on: queue), other = Messenger<Memo>(on: queue)
            listener.listen(to: one, heard)
            listener.listen(to: other, heard)
            setup.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
                one.send(Memo(3))
                late.listen(to: one, heard)
                one.send(Memo(4))
            }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3", "4"])
                heard.expectOrder("listener", ["1", "2", "3", "4"])
                heard.expectAll("late", ["4"])
                withExtendedLifetime((listener, late)) {}
            }
        },
        Scenario("delivery-queue-end", "observers start, stop and die on a delivery queue (9, 11, 14)") { setup in
            let queue = DispatchQueue(label: "queue"), heard = HeardMessages(),
                listener = Box<Listener?>(Listener("listener"))
            let messenger = Messenger<Memo>(on: queue), other = Listener("other")
            listener.content?.listen(to: messenger, heard)
            setup.thread("A") {
                messenger.send(Memo(1))
                other.listen(to: messenger, heard)
                messenger.send(Memo(2))
            }
            setup.thread("B") {
                listener.drop()
                messenger.stopBeingObserved()
                heard.note("stopped")
            }
            setup.finally {
                heard.expectOrder("listener", ["1", "2"])
                let rest = heard.after("stopped").filter { $0.who == "listener" }
                expect(rest.count < 2, "heard too much: \(heard.entries)")
                expect(!heard.by("other").contains("1"), "heard what was sent before: \(heard.entries)")
                expect(Captured.count == (other.isObserving(messenger) ? 1 : 0), "handlers are still alive")
            }
        },
    ]

    private static func hopOrder(_ setup: ScenarioSetup, _ queue: DispatchQueue) {
        let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
        listener.listen(to: one, heard, on: queue)
        listener.listen(to: other, heard, on: queue)
        setup.thread("A") {
            one.send(Memo(1))
            other.send(Memo(2))
            one.send(Memo(3))
        }
        setup.thread("B") { other.send(Memo(4)) }
        setup.finally {
            heard.expectAll("listener", ["1", "2", "3", "4"])
            heard.expectOrder("listener", ["1", "2", "3"])
            expect(Memo.count == 0, "messages are still alive")
            withExtendedLifetime(listener) {}
        }
    }
}
