import SwiftObserver

/// Scenarios in which a weak reference is read while its object dies.
extension Scenario {

    static let weakness: [Scenario] = [
        Scenario("weak-dies", "a stand-in is accessed while its original dies (12)") { setup in
            let speaker = Box<DyingSender?>(DyingSender("speaker")), heard = HeardMessages(),
                listener = Listener("listener")
            guard let weak = speaker.content.map({ Weak($0) }) else { return }
            listener.listen(to: weak, heard)
            setup.thread("A") { weak.observable?.send(Memo(1)) }
            setup.thread("B") { speaker.drop() }
            setup.finally {
                expect([["99"], ["1", "99"]].contains(heard.by("listener")), "heard \(heard.entries)")
                withExtendedLifetime((weak, listener)) {}
            }
        },
        Scenario("buffered-weak-dies", "a buffered stand-in is observed while its original dies (12, 16)") { setup in
            let variable = Box<Var<Int>?>(Var(0)), heard = HeardMessages(), listener = Listener("listener")
            let standIn = Box<BufferedWeak<Var<Int>>?>(nil)
            setup.thread("A") { [known = variable.content] in
                known?.value = 1
                variable.drop()
            }
            setup.thread("B") {
                guard let weak = variable.content.map({ BufferedWeak($0) }) else { return }
                standIn.content = weak
                listener.listen(to: weak.startingWithLatest(), heard, as: { "\($0.new)" })
                weak.observable?.value = 2
            }
            setup.finally {
                guard let standIn = standIn.content else { return expect(heard.entries.isEmpty, "heard too much") }
                let latest = "\(standIn.latestMessage.new)"
                expect(heard.by("listener").last == latest, "\(latest) should be the last: \(heard.entries)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("map-dies-pending", "a map dies while a start waits for its first message (11, 16)") { setup in
            let variable = Var(0), map = Box(Optional(variable.map { $0.new })), heard = HeardMessages(),
                listener = Listener("listener")
            setup.thread("A") { variable.value = 1 }
            setup.thread("B") { [known = map.content] in
                if let known { listener.listen(to: known.startingWithLatest(), heard, as: { "\($0)" }) }
                map.drop()
                heard.note("dropped")
            }
            setup.finally {
                heard.expectOrder("listener", ["0", "1"])
                expect(heard.after("dropped").count < 2, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((variable, listener)) {}
            }
        },
        Scenario("promise-author-dies", "the author of a fulfillment dies while an observation starts (12, 17)") {
            setup in
            let promise = Promise<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            let author = Box<Author?>(Author("author"))
            setup.thread("A") {
                if let author = author.content { promise.fulfill(Memo(1), as: author) }
                author.drop()
            }
            setup.thread("B") {
                listener.observe(promise) { [unowned promise] memo, author in
                    expect(author is Author || author === promise, "the author is \(author)")
                    heard.hear("listener", "\(memo.number)")
                }
            }
            setup.finally {
                heard.expectExactly("listener", ["1"])
                expect(Author.count == 0, "the author is still alive")
                withExtendedLifetime((promise, listener)) {}
            }
        },
        Scenario("only-author-dies", "messages are filtered by an author that dies (12)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            let author = Box<Author?>(Author("author"))
            guard let filter = author.content.map({ messenger.from($0) }) else { return }
            listener.listen(to: filter, heard)
            setup.thread("A") { [known = author.content] in if let known { messenger.send(Memo(1), from: known) } }
            setup.thread("B") { author.drop() }
            setup.thread("C") { messenger.send(Memo(2)) }
            setup.finally {
                expect([[], ["1"]].contains(heard.by("listener")), "heard \(heard.entries)")
                expect(Author.count == 0 && Memo.count == 0, "the author or messages are still alive")
                withExtendedLifetime((messenger, filter, listener)) {}
            }
        },
        Scenario("combined-beside-dying", "a part of a combined observation dies while the other one sends (9, 11, 12)")
        { setup in
            let one = Var(0), other = Box<Var<Int>?>(Var(10)), heard = HeardMessages(), listener = Listener("listener")
            if let other = other.content {
                listener.observe(one, other) { [captured = Captured("handler")] in
                    withExtendedLifetime(captured) {}
                    heard.hear("listener", "\($0.new) \($1.new)")
                }
            }
            setup.thread("A") { one.value = 1 }
            setup.thread("B") { other.drop() }
            setup.finally {
                expect([[], ["1 10"]].contains(heard.by("listener")), "heard \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((one, listener)) {}
            }
        },
    ]
}
