import SwiftObserver

extension Scenario {

    /// Scenarios about messages to one or many queues, also from observables on a queue.
    static let posting: [Scenario] = [
        Scenario("flush-of-delivery-queue", "a hop doesn't wait for the queue of the observable (13, 14)") { setup in
            let queue = DispatchQueue(label: "queue"), heard = HeardMessages(), listener = Listener("listener")
            let messenger = Messenger<Memo>(on: DispatchQueue(label: "delivering")), other = Messenger<Memo>()
            listener.listen(to: messenger, heard, on: queue)
            listener.listen(to: other, heard, on: queue)
            setup.thread("A") {
                messenger.send(Memo(1))
                other.send(Memo(2))
                queue.async { expect(heard.by("listener").contains("2"), "not handled before: \(heard.entries)") }
            }
            setup.thread("B") { messenger.send(Memo(3)) }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "3"])
                heard.expectOrder("listener", ["1", "2"])
                withExtendedLifetime((listener, messenger, other)) {}
            }
        },
        Scenario("many-lanes", "two threads send to many queues, all of which have one order (1, 2, 13)") { setup in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true), late = Listener("late")
            let names = ["one", "two", "three"], listeners = names.map { Listener($0) }
            for listener in listeners { listener.listen(to: messenger, heard, on: queue) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                messenger.send(Memo(2))
                late.listen(to: messenger, heard)
            }
            setup.finally {
                heard.expectAll("one", ["1", "2"])
                heard.expectSame("one", "two")
                heard.expectSame("one", "three")
                expect(!heard.by("late").contains("2"), "heard what was sent before: \(heard.entries)")
                withExtendedLifetime((messenger, listeners, late)) {}
            }
        },
        Scenario("many-lanes-end", "all ends while a message goes to many queues (2, 9, 11, 13)") { setup in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true)
            let listeners = ["one", "two", "three"].map { Listener($0) }
            for listener in listeners { listener.listen(to: messenger, heard, on: queue, then: holding()) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                messenger.stopBeingObserved()
                heard.note("ended")
            }
            setup.finally {
                for listener in listeners {
                    expect(
                        heard.after("ended").filter { $0.who == listener.name }.count < 2,
                        "heard too much: \(heard.entries)"
                    )
                }
                expect(Captured.count == 0 && Memo.count == 0, "handlers or messages are still alive")
                withExtendedLifetime((messenger, listeners)) {}
            }
        },
        Scenario("many-lanes-shrink", "fewer queues are left while a message goes to many (1, 2, 13)") { setup in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true),
                listeners = ["one", "two", "three"].map { Listener($0) }
            for listener in listeners { listener.listen(to: messenger, heard, on: queue) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") {
                listeners[2].stopObserving(messenger)
                messenger.send(Memo(2))
            }
            setup.finally {
                heard.expectAll("one", ["1", "2"])
                heard.expectSame("one", "two")
                expect(!heard.by("three").contains("2"), "three heard too much: \(heard.entries)")
                withExtendedLifetime((messenger, listeners)) {}
            }
        },
        Scenario("many-lanes-of-variable", "a change goes to many queues while observations end (7, 11, 13)") { setup in
            let queue = DispatchQueue(label: "queue")
            let number = Var(0), heard = HeardMessages(mayOverlap: true),
                listeners = ["one", "two", "three"].map { Listener($0) }
            for listener in listeners { listener.listen(to: number, heard, on: queue, as: { "\($0.new)" }) }
            setup.thread("A") { number.value = 1 }
            setup.thread("B") { listeners[2].stopObserving(number) }
            setup.finally {
                heard.expectExactly("one", ["1"])
                heard.expectExactly("two", ["1"])
                expect(Captured.count == 2, "a handler is still alive: \(heard.entries)")
                withExtendedLifetime((number, listeners)) {}
            }
        },
        Scenario("many-lanes-grow", "a message goes to more queues than any before (1, 2, 13)") { setup in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true),
                listeners = ["one", "two", "three"].map { Listener($0) }
            for index in 0...1 { listeners[index].listen(to: messenger, heard, on: queue) }
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") {
                listeners[2].listen(to: messenger, heard, on: queue)
                messenger.send(Memo(3))
            }
            setup.finally {
                heard.expectAll("one", ["1", "2", "3"])
                heard.expectOrder("one", ["1", "2"])
                heard.expectSame("one", "two")
                let heardByThird = heard.by("three")
                expect(heard.by("one").suffix(heardByThird.count) == heardByThird[...], "no share: \(heard.entries)")
                withExtendedLifetime((messenger, listeners)) {}
            }
        },
        Scenario("many-lanes-last-words", "a transform dies while it passes a message on to many queues (2, 9, 12)") {
            setup in
            let queue = DispatchQueue(label: "queue"), heard = HeardMessages(mayOverlap: true)
            let listeners = ["one", "two", "three"].map { Listener($0) }, origin = Messenger<Memo>()
            let map = Box<Map<Messenger<Memo>, Memo>?>(origin.map { $0 })
            if let map = map.content { for listener in listeners { listener.listen(to: map, heard, on: queue) } }
            setup.thread("A") { origin.send(Memo(1)) }
            setup.thread("B") { map.drop() }
            setup.finally {
                heard.expectSame("one", "two")
                heard.expectSame("one", "three")
                expect(Captured.count == 0 && Memo.count == 0, "handlers or messages are still alive")
                withExtendedLifetime((origin, listeners)) {}
            }
        },
        Scenario("foreign-cascade", "messages that handlers of foreign messages send are handed over, too (8)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener"),
                isSending = Box(true)
            let delivered = Box(0)
            listener.listen(to: messenger, heard) { [weak messenger] memo in
                if memo.number < 2 { return }
                if isSending.content, Explorer.shared.isRunning("A") { delivered.content += 1 }
                if memo.number < 6 { messenger?.send(Memo(memo.number + 1)) }
            }
            setup.thread("A") {
                messenger.send(Memo(1))
                isSending.content = false
            }
            setup.thread("B") { messenger.send(Memo(2)) }
            setup.finally {
                expect(delivered.content <= 2, "\(delivered.content) foreign messages: \(heard.entries)")
                heard.expectAll("listener", ["1", "2", "3", "4", "5", "6"])
                heard.expectOrder("listener", ["2", "3", "4", "5", "6"])
                withExtendedLifetime((messenger, listener)) {}
            }
        },
        Scenario("ended-while-waiting", "an observation that ends before its first message is freed by then (11, 16)") {
            setup in
            let number = Var(0), heard = HeardMessages(), listener = Listener("listener"), other = Listener("other")
            other.observe(number) { [weak number] update in
                heard.hear("other", "\(update.new)") {
                    guard update.new == 1, let number else { return }
                    number.value = 2
                    listener.listen(to: number.startingWithLatest(), heard, as: { "\($0.new)" })
                    listener.stopObserving(number)
                    heard.note("ended")
                }
                if update == Update(1, 2) {
                    expect(Captured.count == 0, "the handler is still alive: \(heard.entries)")
                }
            }
            setup.thread("A") { number.value = 1 }
            setup.thread("B") { number.send() }
            setup.finally {
                expect(heard.by("listener") == [], "heard too much: \(heard.entries)")
                withExtendedLifetime((number, listener, other)) {}
            }
        },
        Scenario("ended-in-turn", "the same with a client's observable (11, 16)") { setup in
            let gauge = Gauge(), heard = HeardMessages(), listener = Listener("listener"), other = Listener("other")
            other.listen(to: gauge, heard) { [weak gauge] memo in
                if memo.number == 2 { expect(Captured.count == 1, "the handler is still alive: \(heard.entries)") }
                guard memo.number == 1, let gauge else { return }
                gauge.send(Memo(2))
                listener.listen(to: gauge.startingWithLatest(), heard)
                listener.stopObserving(gauge)
            }
            setup.thread("A") { gauge.send(Memo(1)) }
            setup.thread("B") { gauge.send(Memo(3)) }
            setup.finally {
                expect(heard.by("listener") == [], "heard too much: \(heard.entries)")
                withExtendedLifetime((gauge, listener, other)) {}
            }
        },
    ]
}

/// A buffered observable that isn't one of the library's.
private final class Gauge: Counted, BufferedObservable, @unchecked Sendable {
    let messenger = Messenger<Memo>()
    init() { super.init("gauge") }
    var latestMessage: Memo { Memo(0) }
}
