import SwiftObserver

extension Scenario {

    static let deaths: [Scenario] = [
        Scenario("observer-dies", "an observer dies while its messages are delivered (9, 10, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Box<Ear?>(Ear("ear")), other = Ear("other")
            ear.content?.listen(to: messenger, heard)
            other.listen(to: messenger, heard)
            world.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
            }
            world.thread("B") {
                ear.drop()
                heard.note("dropped")
            }
            world.finally {
                heard.expectExactly("other", ["1", "2"])
                heard.expectOrder("ear", ["1", "2"])
                expect(heard.after("dropped").filter { $0.who == "ear" }.count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 1, "the handler is still alive")
                withExtendedLifetime((other, messenger)) {}
            }
        },
        Scenario("observer-dies-starting", "an observer dies right after it started, others send (2, 9, 11)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Box<Ear?>(Ear("ear"))
            world.thread("A") {
                ear.content?.listen(to: messenger, heard)
                messenger.send(Memo(1))
            }
            world.thread("B") { ear.drop() }
            world.thread("C") { messenger.send(Memo(2)) }
            world.finally {
                expect(heard.entries.count < 3, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                expect(Ear.count == 0, "the observer is still alive")
                withExtendedLifetime(messenger) {}
            }
        },
        Scenario("last-words", "an observable sends while it dies, two threads may be the last (12)") { world in
            let heard = Heard(), ear = Ear("ear"), speaker = Speaker("speaker")
            ear.listen(to: speaker, heard)
            world.thread("A") { [box = Box<Speaker?>(speaker)] in
                box.content?.send(Memo(1))
                box.drop()
            }
            world.thread("B") { [box = Box<Speaker?>(speaker)] in
                box.content?.send(Memo(2))
                box.drop()
            }
            world.finally {
                heard.expectAll("ear", ["1", "2", "99"])
                expect(heard.by("ear").last == "99", "the last words should come last: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("dies-in-delivery", "an observable dies in its own delivery, others wait in line (12)") { world in
            let heard = Heard(), ear = Ear("ear"), speaker = Box<Speaker?>(Speaker("speaker"))
            if let speaker = speaker.content { ear.listen(to: speaker, heard) { _ in } }
            let dropper = Ear("dropper")
            if let content = speaker.content {
                dropper.listen(to: content, heard) { if $0.number == 1 { speaker.drop() } }
            }
            world.thread("A") { [messenger = speaker.content?.messenger] in messenger?.send(Memo(1)) }
            world.thread("B") { [messenger = speaker.content?.messenger] in messenger?.send(Memo(2)) }
            world.finally {
                heard.expectAll("ear", ["1", "2", "99"])
                heard.expectSame("ear", "dropper")
                heard.expectOrder("ear", ["1", "99"])
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((ear, dropper)) {}
            }
        },
        Scenario("both-die", "observer and observable die at once while a third thread sends (9, 11, 12)") { world in
            let heard = Heard(), ear = Box<Ear?>(Ear("ear")), speaker = Box<Speaker?>(Speaker("speaker"))
            if let speaker = speaker.content { ear.content?.listen(to: speaker, heard) }
            world.thread("A") { ear.drop() }
            world.thread("B") { speaker.drop() }
            world.thread("C") { [messenger = speaker.content?.messenger] in messenger?.send(Memo(1)) }
            world.finally {
                expect(Captured.count == 0, "the handler is still alive")
                expect(Ear.count == 0 && Speaker.count == 0, "somebody is still alive")
            }
        },
        Scenario("author-dies", "an author dies while its message waits or is delivered (12)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            ear.observe(messenger) { [unowned messenger] memo, author in
                let isKnown = author is Author || author === messenger
                expect(isKnown, "the author of \(memo.number) is \(author)")
                heard.hear("ear", "\(memo.number)")
            }
            world.thread("A") { messenger.send(Memo(1)) }
            let author = Box<Author?>(Author("author"))
            world.thread("B") {
                if let author = author.content { messenger.send(Memo(2), from: author) }
                author.drop()
            }
            world.finally {
                heard.expectAll("ear", ["1", "2"])
                expect(Author.count == 0, "the author is still alive")
                withExtendedLifetime((ear, messenger)) {}
            }
        },
    ]
}
