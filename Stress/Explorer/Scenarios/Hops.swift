import SwiftObserver

extension Scenario {

    static let hops: [Scenario] = [
        Scenario("hop-order", "two observables hopped to one queue keep one sender's order (3, 13)") { world in
            hopOrder(world, DispatchQueue(label: "queue"))
        },
        Scenario("hop-concurrent", "a concurrent queue still handles one by one, in order (3, 13)") { world in
            hopOrder(world, DispatchQueue(label: "queue", attributes: .concurrent))
        },
        Scenario("hop-flush", "a block that is enqueued after a send finds the message handled (13)") { world in
            let messenger = Messenger<Memo>(), other = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            let queue = DispatchQueue(label: "queue")
            ear.listen(to: messenger, heard, on: queue)
            ear.listen(to: other, heard, on: queue)
            world.thread("A") {
                messenger.send(Memo(1))
                queue.async { expect(heard.by("ear").contains("1"), "not handled before: \(heard.entries)") }
            }
            world.thread("B") { for number in 2...4 { other.send(Memo(number)) } }
            world.finally {
                heard.expectAll("ear", ["1", "2", "3", "4"])
                heard.expectOrder("ear", ["2", "3", "4"])
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("hop-stop", "stops from elsewhere what waits on a queue (9, 11, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), queue = DispatchQueue(label: "queue")
            ear.listen(to: messenger, heard, on: queue)
            world.thread("A") { for number in 1...3 { messenger.send(Memo(number)) } }
            world.thread("B") {
                ear.stopObserving(messenger)
                heard.note("stopped")
            }
            world.finally {
                heard.expectOrder("ear", ["1", "2", "3"])
                heard.expectEnd(after: "stopped")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("hop-stop-on-queue", "stops on the queue, at once also for what waits there (9, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), queue = DispatchQueue(label: "queue")
            ear.listen(to: messenger, heard, on: queue) { [weak ear] _ in ear?.stopObserving() }
            world.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            world.thread("B") { messenger.send(Memo(3)) }
            world.finally {
                expect(heard.by("ear").count == 1, "heard too much: \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                withExtendedLifetime((messenger, ear)) {}
            }
        },
        Scenario("hop-deaths", "both sides die while messages wait on a queue (10, 11, 12)") { world in
            let heard = Heard(), ear = Box<Ear?>(Ear("ear")), speaker = Box<Speaker?>(Speaker("speaker"))
            let queue = DispatchQueue(label: "queue"), other = Ear("other")
            if let speaker = speaker.content {
                ear.content?.listen(to: speaker, heard, on: queue)
                other.listen(to: speaker, heard, on: queue)
            }
            world.thread("A") {
                speaker.content?.send(Memo(1))
                speaker.drop()
            }
            world.thread("B") { ear.drop() }
            world.finally {
                heard.expectExactly("other", ["1", "99"])
                heard.expectOrder("ear", ["1", "99"])
                expect(Captured.count == 0 && Memo.count == 0, "handlers or messages are still alive")
                withExtendedLifetime(other) {}
            }
        },
        Scenario("hop-author-dies", "an author dies while its message waits on a queue (12, 13)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear"), queue = DispatchQueue(label: "queue")
            ear.observe(messenger, on: queue) { [unowned messenger] memo, author in
                expect(author is Author || author === messenger, "the author of \(memo.number) is \(author)")
                heard.hear("ear", "\(memo.number)")
            }
            let author = Box<Author?>(Author("author"))
            world.thread("A") {
                if let author = author.content { messenger.send(Memo(1), from: author) }
                author.drop()
            }
            world.thread("B") { messenger.send(Memo(2)) }
            world.finally {
                heard.expectAll("ear", ["1", "2"])
                withExtendedLifetime((ear, messenger)) {}
            }
        },
        Scenario("delivery-queue", "two observables on one queue have one order (14)") { world in
            let queue = DispatchQueue(label: "queue"), heard = Heard(), ears = [Ear("one"), Ear("other")]
            let one = Messenger<Memo>(on: queue), other = Messenger<Memo>(on: queue)
            for ear in ears {
                ear.listen(to: one, heard)
                ear.listen(to: other, heard)
            }
            world.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
            }
            world.thread("B") { one.send(Memo(3)) }
            world.finally {
                heard.expectAll("one", ["1", "2", "3"])
                heard.expectSame("one", "other")
                heard.expectOrder("one", ["1", "2"])
                withExtendedLifetime(ears) {}
            }
        },
        Scenario("delivery-queue-turns", "letters of one observable wait behind those of another (1, 2, 14)") { world in
            let queue = DispatchQueue(label: "queue"), heard = Heard(), ear = Ear("ear"), late = Ear("late")
            let one = Messenger<Memo>(on: queue), other = Messenger<Memo>(on: queue)
            ear.listen(to: one, heard)
            ear.listen(to: other, heard)
            world.thread("A") {
                one.send(Memo(1))
                other.send(Memo(2))
                one.send(Memo(3))
                late.listen(to: one, heard)
                one.send(Memo(4))
            }
            world.finally {
                heard.expectAll("ear", ["1", "2", "3", "4"])
                heard.expectOrder("ear", ["1", "2", "3", "4"])
                heard.expectAll("late", ["4"])
                withExtendedLifetime((ear, late)) {}
            }
        },
        Scenario("delivery-queue-end", "observers start, stop and die on a delivery queue (9, 11, 14)") { world in
            let queue = DispatchQueue(label: "queue"), heard = Heard(), ear = Box<Ear?>(Ear("ear"))
            let messenger = Messenger<Memo>(on: queue), other = Ear("other")
            ear.content?.listen(to: messenger, heard)
            world.thread("A") {
                messenger.send(Memo(1))
                other.listen(to: messenger, heard)
                messenger.send(Memo(2))
            }
            world.thread("B") {
                ear.drop()
                messenger.stopBeingObserved()
                heard.note("stopped")
            }
            world.finally {
                heard.expectOrder("ear", ["1", "2"])
                let rest = heard.after("stopped").filter { $0.who == "ear" }
                expect(rest.count < 2, "heard too much: \(heard.entries)")
                expect(!heard.by("other").contains("1"), "heard what was sent before: \(heard.entries)")
                expect(Captured.count == (other.isObserving(messenger) ? 1 : 0), "handlers are still alive")
            }
        },
    ]

    private static func hopOrder(_ world: World, _ queue: DispatchQueue) {
        let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
        ear.listen(to: one, heard, on: queue)
        ear.listen(to: other, heard, on: queue)
        world.thread("A") {
            one.send(Memo(1))
            other.send(Memo(2))
            one.send(Memo(3))
        }
        world.thread("B") { other.send(Memo(4)) }
        world.finally {
            heard.expectAll("ear", ["1", "2", "3", "4"])
            heard.expectOrder("ear", ["1", "2", "3"])
            expect(Memo.count == 0, "messages are still alive")
            withExtendedLifetime(ear) {}
        }
    }
}
