import SwiftObserver

extension Scenario {

    /// How messages get to queues, also to many of them and from observables that deliver on a queue.
    static let posting: [Scenario] = [
        Scenario("flush-of-delivery-queue", "a hop doesn't wait for the queue of the observable (13, 14)") { world in
            let queue = DispatchQueue(label: "queue"), heard = Heard(), ear = Ear("ear")
            let messenger = Messenger<Memo>(on: DispatchQueue(label: "delivering")), other = Messenger<Memo>()
            ear.listen(to: messenger, heard, on: queue)
            ear.listen(to: other, heard, on: queue)
            world.thread("A") {
                messenger.send(Memo(1))
                other.send(Memo(2))
                queue.async { expect(heard.by("ear").contains("2"), "not handled before: \(heard.entries)") }
            }
            world.thread("B") { messenger.send(Memo(3)) }
            world.finally {
                heard.expectAll("ear", ["1", "2", "3"])
                heard.expectOrder("ear", ["1", "2"])
                withExtendedLifetime((ear, messenger, other)) {}
            }
        },
        Scenario("many-lanes", "two threads send to many queues, all of which have one order (1, 2, 13)") { world in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = Heard(mayOverlap: true), late = Ear("late")
            let names = ["one", "two", "three"], pack = names.map { Ear($0) }
            for ear in pack { ear.listen(to: messenger, heard, on: queue) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                messenger.send(Memo(2))
                late.listen(to: messenger, heard)
            }
            world.finally {
                heard.expectAll("one", ["1", "2"])
                heard.expectSame("one", "two")
                heard.expectSame("one", "three")
                expect(!heard.by("late").contains("2"), "heard what was sent before: \(heard.entries)")
                withExtendedLifetime((messenger, pack, late)) {}
            }
        },
        Scenario("many-lanes-end", "all ends while a message goes to many queues (2, 9, 11, 13)") { world in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = Heard(mayOverlap: true)
            let pack = ["one", "two", "three"].map { Ear($0) }
            for ear in pack { ear.listen(to: messenger, heard, on: queue, then: holding()) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                messenger.stopBeingObserved()
                heard.note("ended")
            }
            world.finally {
                for ear in pack {
                    expect(
                        heard.after("ended").filter { $0.who == ear.name }.count < 2, "heard too much: \(heard.entries)"
                    )
                }
                expect(Captured.count == 0 && Memo.count == 0, "handlers or messages are still alive")
                withExtendedLifetime((messenger, pack)) {}
            }
        },
        Scenario("many-lanes-shrink", "fewer queues are left while a message goes to many (1, 2, 13)") { world in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = Heard(mayOverlap: true),
                pack = ["one", "two", "three"].map { Ear($0) }
            for ear in pack { ear.listen(to: messenger, heard, on: queue) }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") {
                pack[2].stopObserving(messenger)
                messenger.send(Memo(2))
            }
            world.finally {
                heard.expectAll("one", ["1", "2"])
                heard.expectSame("one", "two")
                expect(!heard.by("three").contains("2"), "three heard too much: \(heard.entries)")
                withExtendedLifetime((messenger, pack)) {}
            }
        },
        Scenario("many-lanes-of-variable", "a change goes to many queues while observations end (7, 11, 13)") { world in
            let queue = DispatchQueue(label: "queue")
            let number = Var(0), heard = Heard(mayOverlap: true), pack = ["one", "two", "three"].map { Ear($0) }
            for ear in pack { ear.listen(to: number, heard, on: queue, as: { "\($0.new)" }) }
            world.thread("A") { number.value = 1 }
            world.thread("B") { pack[2].stopObserving(number) }
            world.finally {
                heard.expectExactly("one", ["1"])
                heard.expectExactly("two", ["1"])
                expect(Captured.count == 2, "a handler is still alive: \(heard.entries)")
                withExtendedLifetime((number, pack)) {}
            }
        },
        Scenario("many-lanes-grow", "a message goes to so many queues for the first time (1, 2, 13)") { world in
            let queue = DispatchQueue(label: "queue")
            let messenger = Messenger<Memo>(), heard = Heard(mayOverlap: true),
                pack = ["one", "two", "three"].map { Ear($0) }
            for index in 0...1 { pack[index].listen(to: messenger, heard, on: queue) }
            world.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            world.thread("B") {
                pack[2].listen(to: messenger, heard, on: queue)
                messenger.send(Memo(3))
            }
            world.finally {
                heard.expectAll("one", ["1", "2", "3"])
                heard.expectOrder("one", ["1", "2"])
                heard.expectSame("one", "two")
                let heardByThird = heard.by("three")
                expect(heard.by("one").suffix(heardByThird.count) == heardByThird[...], "no share: \(heard.entries)")
                withExtendedLifetime((messenger, pack)) {}
            }
        },
        Scenario("many-lanes-last-words", "a transform dies while it passes a message on to many queues (2, 9, 12)") {
            world in
            let queue = DispatchQueue(label: "queue"), heard = Heard(mayOverlap: true)
            let pack = ["one", "two", "three"].map { Ear($0) }, origin = Messenger<Memo>()
            let map = Box<Map<Messenger<Memo>, Memo>?>(origin.map { $0 })
            if let map = map.content { for ear in pack { ear.listen(to: map, heard, on: queue) } }
            world.thread("A") { origin.send(Memo(1)) }
            world.thread("B") { map.drop() }
            world.finally {
                heard.expectSame("one", "two")
                heard.expectSame("one", "three")
                expect(Captured.count == 0 && Memo.count == 0, "handlers or messages are still alive")
                withExtendedLifetime((origin, pack)) {}
            }
        },
        Scenario("foreign-cascade", "what handlers of foreign messages send is handed over, too (8)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), isSending = Box(true)
            let delivered = Box(0)
            ear.listen(to: messenger, heard) { [weak messenger] memo in
                if memo.number < 2 { return }
                if isSending.content, Explorer.shared.isRunning("A") { delivered.content += 1 }
                if memo.number < 6 { messenger?.send(Memo(memo.number + 1)) }
            }
            world.thread("A") {
                messenger.send(Memo(1))
                isSending.content = false
            }
            world.thread("B") { messenger.send(Memo(2)) }
            world.finally {
                expect(delivered.content <= 2, "\(delivered.content) foreign messages: \(heard.entries)")
                heard.expectAll("ear", ["1", "2", "3", "4", "5", "6"])
                heard.expectOrder("ear", ["2", "3", "4", "5", "6"])
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("ended-while-waiting", "what ends before its first message is released then (11, 16)") { world in
            let number = Var(0), heard = Heard(), ear = Ear("ear"), other = Ear("other")
            other.observe(number) { [weak number] update in
                heard.hear("other", "\(update.new)") {
                    guard update.new == 1, let number else { return }
                    number.value = 2
                    ear.listen(to: number.startingWithLatest(), heard, as: { "\($0.new)" })
                    ear.stopObserving(number)
                    heard.note("ended")
                }
                if update == Update(1, 2) {
                    expect(Captured.count == 0, "the handler is still alive: \(heard.entries)")
                }
            }
            world.thread("A") { number.value = 1 }
            world.thread("B") { number.send() }
            world.finally {
                expect(heard.by("ear") == [], "heard too much: \(heard.entries)")
                withExtendedLifetime((number, ear, other)) {}
            }
        },
        Scenario("ended-in-turn", "the same if an observable of your own is to be asked (11, 16)") { world in
            let gauge = Gauge(), heard = Heard(), ear = Ear("ear"), other = Ear("other")
            other.listen(to: gauge, heard) { [weak gauge] memo in
                if memo.number == 2 { expect(Captured.count == 1, "the handler is still alive: \(heard.entries)") }
                guard memo.number == 1, let gauge else { return }
                gauge.send(Memo(2))
                ear.listen(to: gauge.startingWithLatest(), heard)
                ear.stopObserving(gauge)
            }
            world.thread("A") { gauge.send(Memo(1)) }
            world.thread("B") { gauge.send(Memo(3)) }
            world.finally {
                expect(heard.by("ear") == [], "heard too much: \(heard.entries)")
                withExtendedLifetime((gauge, ear, other)) {}
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
