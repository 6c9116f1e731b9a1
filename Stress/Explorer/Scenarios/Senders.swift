import SwiftObserver

extension Scenario {

    static let senders: [Scenario] = [
        Scenario("two-senders", "two threads send, two observers agree (1, 2, 3, 4, 6)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ears = [Ear("first"), Ear("second")]
            for ear in ears { ear.listen(to: messenger, heard) }
            world.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
            }
            world.thread("B") { messenger.send(Memo(3)) }
            world.finally {
                heard.expectAll("first", ["1", "2", "3"])
                heard.expectSame("first", "second")
                heard.expectOrder("first", ["1", "2"])
                for (one, next) in zip(heard.entries, heard.entries.dropFirst()) where one.who == "first" {
                    expect(next.who == "second", "not in the order of arrival: \(heard.entries)")
                }
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("three-senders", "one of three threads delivers for all (1, 3, 6)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            ear.listen(to: messenger, heard)
            for number in 1...3 { world.thread("ABC".map(String.init)[number - 1]) { messenger.send(Memo(number)) } }
            world.finally {
                heard.expectAll("ear", ["1", "2", "3"])
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("locks-are-taken", "who finds a lock taken waits for it (1, 3)", interruptsUnderLock: true) { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), variable = Var(0)
            ear.listen(to: messenger, heard)
            world.thread("A") {
                messenger.send(Memo(1))
                variable.value += 1
            }
            world.thread("B") {
                messenger.send(Memo(2))
                variable.value += 1
            }
            world.finally {
                heard.expectAll("ear", ["1", "2"])
                expect(variable.value == 2, "a change got lost")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("locks-of-lanes-are-taken", "the same on a queue (3, 13)", interruptsUnderLock: true) { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), queue = DispatchQueue(label: "queue")
            ear.listen(to: messenger, heard, on: queue)
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { messenger.send(Memo(2)) }
            world.finally {
                heard.expectAll("ear", ["1", "2"])
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("send-while-sending", "a handler sends while another thread does, breadth-first (5, 6)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(mayOverlap: false), ears = [Ear("first"), Ear("second")]
            ears[0].listen(to: messenger, heard) { [weak messenger] memo in
                if memo.number == 1 { messenger?.send(Memo(2)) }
            }
            ears[1].listen(to: messenger, heard)
            world.thread("A") {
                messenger.send(Memo(1))
                heard.note("sent")
            }
            world.thread("B") { messenger.send(Memo(3)) }
            world.finally {
                heard.expectAll("first", ["1", "2", "3"])
                heard.expectSame("first", "second")
                heard.expectOrder("first", ["1", "2"])
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("cycle", "two observables send to each other, started from both ends (6, 7)") { world in
            let left = Messenger<Memo>(), right = Messenger<Memo>(), heard = Heard(mayOverlap: true)
            let ears = [Ear("left"), Ear("right")]
            ears[0].listen(to: left, heard) { [weak right] in if $0.number < 12 { right?.send(Memo($0.number + 1)) } }
            ears[1].listen(to: right, heard) { [weak left] in if $0.number < 22 { left?.send(Memo($0.number + 1)) } }
            world.thread("A") { left.send(Memo(10)) }
            world.thread("B") { right.send(Memo(20)) }
            world.finally {
                heard.expectAll("left", ["10", "12", "21"])
                heard.expectAll("right", ["11", "20"])
                withExtendedLifetime((left, right, ears)) {}
            }
        },
        Scenario("hand-over", "whoever delivers for others hands over after a while (1, 3, 8)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), delivered = Box(0)
            ear.listen(to: messenger, heard) { _ in
                if Explorer.shared.currentName == "A" { delivered.content += 1 }
            }
            world.thread("A") { messenger.send(Memo(1)) }
            world.thread("B") { for number in 2...5 { messenger.send(Memo(number)) } }
            world.finally {
                heard.expectAll("ear", ["1", "2", "3", "4", "5"])
                heard.expectOrder("ear", ["2", "3", "4", "5"])
                expect(delivered.content <= 3, "A delivered \(delivered.content) messages")
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("hand-over-and-end", "an observable and an observer die during a hand-over (8, 11, 12)") { world in
            let messenger = Box<Messenger<Memo>?>(Messenger()), heard = Heard(), ear = Box<Ear?>(Ear("ear"))
            let other = Ear("other")
            if let messenger = messenger.content {
                ear.content?.listen(to: messenger, heard)
                other.listen(to: messenger, heard)
            }
            world.thread("A") {
                messenger.content?.send(Memo(1))
                ear.drop()
            }
            world.thread("B") { [known = messenger.content] in
                for number in 2...4 { known?.send(Memo(number)) }
                messenger.drop()
            }
            world.finally {
                heard.expectOrder("other", ["2", "3", "4"])
                heard.expectAll("other", heard.by("other").contains("1") ? ["1", "2", "3", "4"] : ["2", "3", "4"])
                expect(Captured.count == 0, "handlers of ended observations are still alive")
                expect(Memo.count == 0, "\(Memo.count) messages are still alive")
                withExtendedLifetime(other) {}
            }
        },
    ]
}
