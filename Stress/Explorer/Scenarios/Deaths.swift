import SwiftObserver

extension Scenario {

    static let deaths: [Scenario] = [
        Scenario("observer-dies", "an observer dies while its messages are delivered (9, 10, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Box<Listener?>(Listener("listener")),
                other = Listener("other")
            listener.content?.listen(to: messenger, heard)
            other.listen(to: messenger, heard)
            setup.thread("A") {
                messenger.send(Memo(1))
                messenger.send(Memo(2))
            }
            setup.thread("B") {
                listener.drop()
                heard.note("dropped")
            }
            setup.finally {
                heard.expectExactly("other", ["1", "2"])
                heard.expectOrder("listener", ["1", "2"])
                expect(
                    heard.after("dropped").filter { $0.who == "listener" }.count < 2, "heard too much: \(heard.entries)"
                )
                expect(Captured.count == 1, "the handler is still alive")
                withExtendedLifetime((other, messenger)) {}
            }
        },
        Scenario("observer-dies-starting", "an observer dies right after it started, others send (2, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Box<Listener?>(Listener("listener"))
            setup.thread("A") {
                listener.content?.listen(to: messenger, heard)
                messenger.send(Memo(1))
            }
            setup.thread("B") { listener.drop() }
            setup.thread("C") { messenger.send(Memo(2)) }
            setup.finally {
                expect(heard.entries.count < 3, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                expect(Listener.count == 0, "the observer is still alive")
                withExtendedLifetime(messenger) {}
            }
        },
        Scenario("last-words", "an observable sends while it dies, two threads may be the last (12)") { setup in
            let heard = HeardMessages(), listener = Listener("listener"), speaker = DyingSender("speaker")
            listener.listen(to: speaker, heard)
            setup.thread("A") { [box = Box<DyingSender?>(speaker)] in
                box.content?.send(Memo(1))
                box.drop()
            }
            setup.thread("B") { [box = Box<DyingSender?>(speaker)] in
                box.content?.send(Memo(2))
                box.drop()
            }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "99"])
                expect(heard.by("listener").last == "99", "the last words should come last: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("dies-in-delivery", "an observable with pending messages dies in its own delivery (12)") { setup in
            let heard = HeardMessages(), listener = Listener("listener"),
                speaker = Box<DyingSender?>(DyingSender("speaker"))
            if let speaker = speaker.content { listener.listen(to: speaker, heard) { _ in } }
            let dropper = Listener("dropper")
            if let content = speaker.content {
                dropper.listen(to: content, heard) { if $0.number == 1 { speaker.drop() } }
            }
            setup.thread("A") { [messenger = speaker.content?.messenger] in messenger?.send(Memo(1)) }
            setup.thread("B") { [messenger = speaker.content?.messenger] in messenger?.send(Memo(2)) }
            setup.finally {
                heard.expectAll("listener", ["1", "2", "99"])
                heard.expectSame("listener", "dropper")
                heard.expectOrder("listener", ["1", "99"])
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((listener, dropper)) {}
            }
        },
        Scenario("both-die", "observer and observable die at once while a third thread sends (9, 11, 12)") { setup in
            let heard = HeardMessages(), listener = Box<Listener?>(Listener("listener")),
                speaker = Box<DyingSender?>(DyingSender("speaker"))
            if let speaker = speaker.content { listener.content?.listen(to: speaker, heard) }
            setup.thread("A") { listener.drop() }
            setup.thread("B") { speaker.drop() }
            setup.thread("C") { [messenger = speaker.content?.messenger] in messenger?.send(Memo(1)) }
            setup.finally {
                expect(Captured.count == 0, "the handler is still alive")
                expect(Listener.count == 0 && DyingSender.count == 0, "the observer or the observable is still alive")
            }
        },
        Scenario("author-dies", "an author dies while its message waits or is delivered (12)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.observe(messenger) { [unowned messenger] memo, author in
                let isKnown = author is Author || author === messenger
                expect(isKnown, "the author of \(memo.number) is \(author)")
                heard.hear("listener", "\(memo.number)")
            }
            setup.thread("A") { messenger.send(Memo(1)) }
            let author = Box<Author?>(Author("author"))
            setup.thread("B") {
                if let author = author.content { messenger.send(Memo(2), from: author) }
                author.drop()
            }
            setup.finally {
                heard.expectAll("listener", ["1", "2"])
                expect(Author.count == 0, "the author is still alive")
                withExtendedLifetime((listener, messenger)) {}
            }
        },
    ]
}
