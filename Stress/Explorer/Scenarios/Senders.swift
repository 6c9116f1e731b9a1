import SwiftObserver

extension Scenario {

    static let senders: [Scenario] = [
        Scenario("two-senders", "two threads send, two observers agree (1, 2, 3, 4, 6)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(),
                listeners = [Listener("first"), Listener("second")]
            for listener in listeners { listener.listen(to: messenger, heard) }
            setup.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
            }
            setup.thread("B") { messenger.send(Memo(3)) }
            setup.finally {
                heard.expectAll("first", ["1", "2", "3"])
                heard.expectSame("first", "second")
                heard.expectOrder("first", ["1", "2"])
                for (one, next) in zip(heard.entries, heard.entries.dropFirst()) where one.who == "first" {
                    expect(next.who == "second", "not in the order of arrival: \(heard.entries)")
                }
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("three-senders", "one of three threads delivers for all (1, 3, 6)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(to: messenger, heard)
            for number in 1...3 { setup.thread("ABC".map(String.init)[number - 1]) { messenger.send(Memo(number)) } }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3"])
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("locks-are-taken", "a thread that finds a lock taken waits for it (1, 3)", interruptsUnderLock: true) {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                variable = Var(0)
            listener.listen(to: messenger, heard)
            setup.thread("A") {
                messenger.send(Memo(1))
                variable.value += 1
            }
            setup.thread("B") {
                messenger.send(Memo(2))
                variable.value += 1
            }
            setup.finally {
                heard.expectAll("listener", ["1", "2"])
                expect(variable.value == 2, "a change got lost")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("locks-of-lanes-are-taken", "the same on a queue (3, 13)", interruptsUnderLock: true) { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.listen(to: messenger, heard, on: queue)
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { messenger.send(Memo(2)) }
            setup.finally {
                heard.expectAll("listener", ["1", "2"])
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("send-while-sending", "a handler sends while another thread does, breadth-first (5, 6)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: false),
                listeners = [Listener("first"), Listener("second")]
            listeners[0].listen(to: messenger, heard) { [weak messenger] memo in
                if memo.number == 1 { messenger?.send(Memo(2)) }
            }
            listeners[1].listen(to: messenger, heard)
            setup.thread("A") {
                messenger.send(Memo(1))
                heard.note("sent")
            }
            setup.thread("B") { messenger.send(Memo(3)) }
            setup.finally {
                heard.expectAll("first", ["1", "2", "3"])
                heard.expectSame("first", "second")
                heard.expectOrder("first", ["1", "2"])
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("cycle", "two observables send to each other, started from both ends (6, 7)") { setup in
            let left = Messenger<Memo>(), right = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true)
            let listeners = [Listener("left"), Listener("right")]
            listeners[0].listen(to: left, heard) { [weak right] in
                if $0.number < 12 { right?.send(Memo($0.number + 1)) }
            }
            listeners[1].listen(to: right, heard) { [weak left] in if $0.number < 22 { left?.send(Memo($0.number + 1)) }
            }
            setup.thread("A") { left.send(Memo(10)) }
            setup.thread("B") { right.send(Memo(20)) }
            setup.finally {
                heard.expectAll("left", ["10", "12", "21"])
                heard.expectAll("right", ["11", "20"])
                withExtendedLifetime((left, right, listeners)) {}
            }
        },
        Scenario("hand-over", "a thread that delivers for others hands over after a while (1, 3, 8)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                delivered = Box(0)
            listener.listen(to: messenger, heard) { _ in
                if Explorer.shared.currentName == "A" { delivered.content += 1 }
            }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { for number in 2...5 { messenger.send(Memo(number)) } }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3", "4", "5"])
                heard.expectOrder("listener", ["2", "3", "4", "5"])
                expect(delivered.content <= 3, "A delivered \(delivered.content) messages")
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("hand-over-and-end", "an observable and an observer die during a hand-over (8, 11, 12)") { setup in
            let messenger = Box<Messenger<Memo>?>(Messenger()), heard = HeardMessages(),
                listener = Box<Listener?>(Listener("listener"))
            let other = Listener("other")
            if let messenger = messenger.content {
                listener.content?.listen(to: messenger, heard)
                other.listen(to: messenger, heard)
            }
            setup.thread("A") {
                messenger.content?.send(Memo(1))
                listener.drop()
            }
            setup.thread("B") { [known = messenger.content] in
                for number in 2...4 { known?.send(Memo(number)) }
                messenger.drop()
            }
            setup.finally {
                heard.expectOrder("other", ["2", "3", "4"])
                heard.expectAll("other", heard.by("other").contains("1") ? ["1", "2", "3", "4"] : ["2", "3", "4"])
                expect(Captured.count == 0, "handlers of ended observations are still alive")
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(other) {}
            }
        },
    ]
}
