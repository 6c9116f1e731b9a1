import SwiftObserver

/// Scenarios in which a weak reference is read while its object dies.
extension Scenario {

    static let weakness: [Scenario] = [
        Scenario("weak-dies", "who a stand-in stands for dies while it's asked for (12)") { world in
            let speaker = Box<Speaker?>(Speaker("speaker")), heard = Heard(), ear = Ear("ear")
            guard let weak = speaker.content.map(Weak.init) else { return }
            ear.listen(to: weak, heard)
            world.thread("A") { weak.observable?.send(Memo(1)) }
            world.thread("B") { speaker.drop() }
            world.finally {
                expect([["99"], ["1", "99"]].contains(heard.by("ear")), "heard \(heard.entries)")
                withExtendedLifetime((weak, ear)) {}
            }
        },
        Scenario("buffered-weak-dies", "who a stand-in remembers dies while it's observed (12, 16)") { world in
            let variable = Box<Var<Int>?>(Var(0)), heard = Heard(), ear = Ear("ear")
            let standIn = Box<BufferedWeak<Var<Int>>?>(nil)
            world.thread("A") { [known = variable.content] in
                known?.value = 1
                variable.drop()
            }
            world.thread("B") {
                guard let weak = variable.content.map(BufferedWeak.init) else { return }
                standIn.content = weak
                ear.listen(to: weak.startingWithLatest(), heard, as: { "\($0.new)" })
                weak.observable?.value = 2
            }
            world.finally {
                guard let standIn = standIn.content else { return expect(heard.entries.isEmpty, "heard too much") }
                let latest = "\(standIn.latestMessage.new)"
                expect(heard.by("ear").last == latest, "\(latest) should be the last: \(heard.entries)")
                withExtendedLifetime(ear) {}
            }
        },
        Scenario("map-dies-pending", "a map dies while a start waits for its first message (11, 16)") { world in
            let variable = Var(0), map = Box(Optional(variable.map { $0.new })), heard = Heard(), ear = Ear("ear")
            world.thread("A") { variable.value = 1 }
            world.thread("B") { [known = map.content] in
                if let known { ear.listen(to: known.startingWithLatest(), heard, as: { "\($0)" }) }
                map.drop()
                heard.note("dropped")
            }
            world.finally {
                heard.expectOrder("ear", ["0", "1"])
                expect(heard.after("dropped").count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((variable, ear)) {}
            }
        },
        Scenario("promise-author-dies", "who fulfilled a promise dies while others begin to observe (12, 17)") {
            world in
            let promise = Promise<Memo>(), heard = Heard(), ear = Ear("ear")
            let author = Box<Author?>(Author("author"))
            world.thread("A") {
                if let author = author.content { promise.fulfill(Memo(1), as: author) }
                author.drop()
            }
            world.thread("B") {
                ear.observe(promise) { [unowned promise] memo, author in
                    expect(author is Author || author === promise, "the author is \(author)")
                    heard.hear("ear", "\(memo.number)")
                }
            }
            world.finally {
                heard.expectExactly("ear", ["1"])
                expect(Author.count == 0, "the author is still alive")
                withExtendedLifetime((promise, ear)) {}
            }
        },
        Scenario("only-author-dies", "messages are from an author who dies meanwhile (12)") { world in
            let messenger = Messenger<Memo>(), heard = Heard(), ear = Ear("ear")
            let author = Box<Author?>(Author("author"))
            guard let filter = author.content.map(messenger.from) else { return }
            ear.listen(to: filter, heard)
            world.thread("A") { [known = author.content] in if let known { messenger.send(Memo(1), from: known) } }
            world.thread("B") { author.drop() }
            world.thread("C") { messenger.send(Memo(2)) }
            world.finally {
                expect([[], ["1"]].contains(heard.by("ear")), "heard \(heard.entries)")
                expect(Author.count == 0 && Memo.count == 0, "the author or messages are still alive")
                withExtendedLifetime((messenger, filter, ear)) {}
            }
        },
        Scenario("combined-pulls-dying", "a combined observation pulls a value of who is dying (9, 11, 12)") { world in
            let one = Var(0), other = Box<Var<Int>?>(Var(10)), heard = Heard(), ear = Ear("ear")
            if let other = other.content {
                ear.observe(one, other) { [captured = Captured("handler")] in
                    withExtendedLifetime(captured) {}
                    heard.hear("ear", "\($0.new) \($1.new)")
                }
            }
            world.thread("A") { one.value = 1 }
            world.thread("B") { other.drop() }
            world.finally {
                expect([[], ["1 10"]].contains(heard.by("ear")), "heard \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((one, ear)) {}
            }
        },
    ]
}
