@testable import SwiftObserver

/// Scenarios in which waiting updates are merged.
extension Scenario {

    static let merged: [Scenario] = [
        Scenario("merged", "two threads change a variable, and the handled updates form a chain (15, 19)") { setup in
            let number = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(toMerged: number, heard, on: DispatchQueue(label: "queue"))
            setup.thread("A") { for value in 1...2 { number.value = value } }
            setup.thread("B") { number.value = 11 }
            setup.finally {
                heard.expectChain("listener", from: 0, to: number.value)
                expect(!heard.by("listener").isEmpty, "no update was handled")
                withExtendedLifetime((number, listener)) {}
            }
        },
        Scenario("merged-actor", "the same on an actor (13, 15, 19)") { setup in
            let number = Var(0), heard = HeardMessages(), listener = Listener("listener"), home = ControlledActor()
            listener.observe(number).on(home).merging().receive { _, update in
                heard.hear("listener", "\(update.old)>\(update.new)")
            }
            setup.thread("A") { for value in 1...3 { number.value = value } }
            setup.finally {
                heard.expectChain("listener", from: 0, to: 3)
                expect(!heard.by("listener").isEmpty, "no update was handled")
                withExtendedLifetime((number, listener, home)) {}
            }
        },
        Scenario("merged-stop", "a thread stops observing merged updates (9, 11, 15, 19)") { setup in
            let number = Var(0), heard = HeardMessages(), listener = Listener("listener")
            listener.listen(toMerged: number, heard, on: DispatchQueue(label: "queue"))
            setup.thread("A") { for value in 1...3 { number.value = value } }
            setup.thread("B") {
                listener.stopObserving(number)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectEnd(after: "stopped")
                heard.expectChain("listener", from: 0, to: nil)
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((number, listener)) {}
            }
        },
        Scenario("merged-observer-dies", "the observer of merged updates dies (9, 10, 11, 19)") { setup in
            let number = Var(0), heard = HeardMessages(), listener = Box<Listener?>(Listener("listener"))
            listener.content?.listen(toMerged: number, heard, on: DispatchQueue(label: "queue"))
            setup.thread("A") { for value in 1...3 { number.value = value } }
            setup.thread("B") { listener.drop() }
            setup.finally {
                heard.expectChain("listener", from: 0, to: nil)
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(number) {}
            }
        },
        Scenario("merged-farewell", "the last update is handled though the variable dies (12, 15, 19)") { setup in
            let number = Box<Var<Int>?>(Var(0)), heard = HeardMessages(), listener = Listener("listener")
            if let number = number.content {
                listener.listen(toMerged: number, heard, on: DispatchQueue(label: "queue"))
            }
            setup.thread("A") {
                for value in 1...3 { number.content?.value = value }
                number.drop()
            }
            setup.finally {
                heard.expectChain("listener", from: 0, to: 3)
                expect(!heard.by("listener").isEmpty, "no update was handled")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("merged-objects", "values that are merged away die without a lock (7, 15, 19)") { setup in
            let memo = Var(Memo(0)), heard = HeardMessages(), listener = Listener("listener")
            listener.observe(memo).on(DispatchQueue(label: "queue")).merging().receive { update in
                heard.hear("listener", "\(update.old.number)>\(update.new.number)")
            }
            setup.thread("A") { for value in 1...2 { memo.value = Memo(value) } }
            setup.thread("B") { memo.value = Memo(11) }
            setup.finally {
                heard.expectChain("listener", from: 0, to: memo.value.number)
                expect(Memo.count == 1, "\(Memo.count) values are still alive")
                withExtendedLifetime((memo, listener)) {}
            }
        },
        Scenario("merged-place", "a merged update takes the position of its first update (13, 15, 19)") { setup in
            let number = Var(0), messenger = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener"),
                queue = DispatchQueue(label: "queue")
            listener.listen(toMerged: number, heard, on: queue)
            listener.observe(messenger, on: queue) { heard.hear("listener", "memo \($0.number)") }
            setup.thread("A") {
                number.value = 1
                messenger.send(Memo(1))
                number.value = 2
                messenger.send(Memo(2))
            }
            setup.finally {
                let all = heard.by("listener")
                let isMerged = all == ["0>2", "memo 1", "memo 2"], isApart = all == ["0>1", "memo 1", "1>2", "memo 2"]
                expect(isMerged || isApart, "the wrong order: \(heard.entries)")
                withExtendedLifetime((number, messenger, listener)) {}
            }
        },
        Scenario("merged-authors", "the author is the one of the last update (12, 19)") { setup in
            let number = Var(0), heard = HeardMessages(), listener = Listener("listener"),
                author = Box<Author?>(Author("author")), queue = DispatchQueue(label: "queue")
            listener.observe(number).on(queue).merging().withAuthor().receive { [unowned number] update, author in
                let isRight = update.new == 2 && author is Author || author === number
                expect(isRight, "the author of \(update.new) is \(author)")
                heard.hear("listener", "\(update.old)>\(update.new)")
            }
            setup.thread("A") {
                number.value = 1
                if let author = author.content { number.set(2, as: author) }
                number.value = 3
            }
            setup.thread("B") { author.drop() }
            setup.finally {
                heard.expectChain("listener", from: 0, to: 3)
                expect(Author.count == 0, "the author is still alive")
                withExtendedLifetime((number, listener)) {}
            }
        },
        Scenario("merged-loop", "a loop gets merged updates (15, 19)") { setup in
            let number = Box<Var<Int>?>(Var(0)), heard = HeardMessages()
            let loop = ControlledTask("loop") { [updates = number.content?.mergedMessages()] in
                guard let updates else { return }
                for await update in updates { heard.hear("loop", "\(update.old)>\(update.new)") }
                heard.note("end")
            }
            setup.thread("A") {
                for value in 1...3 { number.content?.value = value }
                number.drop()
            }
            setup.finally {
                heard.expectChain("loop", from: 0, to: 3)
                expect(heard.entries.last?.what == "end", "the loop should end: \(heard.entries)")
                withExtendedLifetime(loop) {}
            }
        },
        Scenario("merged-combined-variable", "the updates of a combination are merged (6, 15, 19)") { setup in
            let left = Var(0), right = Var(0), both = left +++ right, heard = HeardMessages(),
                listener = Listener("listener")
            listener.observe(both).on(DispatchQueue(label: "queue")).merging().receive { update in
                let (old, new) = (update.old, update.new)
                heard.hear("listener", "\(old.left * 10 + old.right)>\(new.left * 10 + new.right)")
            }
            setup.thread("A") { for value in 1...2 { left.value = value } }
            setup.thread("B") { right.value = 1 }
            setup.finally {
                heard.expectChain("listener", from: 0, to: 21)
                withExtendedLifetime((left, right, both, listener)) {}
            }
        },
    ]
}

extension Listener {

    /// Observes merged updates.
    ///
    /// The handler must not outlive the observation or run without the observer.
    func listen<Number: MessageSource<Update<Int>>>(
        toMerged number: Number, _ heard: HeardMessages, on queue: DispatchQueue
    ) {
        observe(number).on(queue).merging().receive { [weak self, name, captured = Captured("handler")] update in
            expect(self != nil, "\(name) is called after its death")
            withExtendedLifetime(captured) { heard.hear(name, "\(update.old)>\(update.new)") }
        }
    }
}
