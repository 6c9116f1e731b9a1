@testable import SwiftObserver

/// Scenarios of operators that combine several observables.
extension Scenario {

    static let gathering: [Scenario] = [
        Scenario("zip-order", "the nth messages come together, and all agree on one order (1, 3, 4)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages()
            let both = zip(one, other), listeners = listeners("first", "second")
            for listener in listeners { listener.listen(to: both, heard, as: text) }
            setup.thread("A") { for number in 1...2 { one.send(Memo(number)) } }
            setup.thread("B") { for number in 3...4 { other.send(Memo(number)) } }
            setup.finally {
                heard.expectExactly("first", ["1+3", "2+4"])
                heard.expectSame("first", "second")
                expect(Memo.count == 0, "messages are still alive")
                withExtendedLifetime((listeners, both)) {}
            }
        },
        Scenario("combine-messengers", "no side goes back, and all agree on one order (1, 3, 4)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages()
            let both = one.combineLatest(other), listeners = listeners("first", "second")
            for listener in listeners { listener.listen(to: both, heard, as: text) }
            setup.thread("A") { for number in 1...2 { one.send(Memo(number)) } }
            setup.thread("B") { for number in 3...4 { other.send(Memo(number)) } }
            setup.finally {
                let texts = heard.by("first")
                expect(texts.last == "2+4", "not the latest: \(texts)")
                for side in [\String.first, \String.last] {
                    let numbers = texts.map { $0[keyPath: side] }
                    expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0! <= $1! }, "one side goes back: \(texts)")
                }
                heard.expectSame("first", "second")
                withExtendedLifetime((listeners, both)) {}
            }
        },
        Scenario("prefix-until", "the messages before the other one's come, and nothing is left (1, 9, 11)") { setup in
            let messenger = Messenger<Memo>(), stop = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener"), first = messenger.prefix(untilOutputFrom: stop)
            listener.listen(to: first, heard)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") {
                stop.send(Memo(0))
                messenger.send(Memo(3))
            }
            setup.finally {
                expect([[], ["1"], ["1", "2"]].contains(heard.by("listener")), "heard \(heard.entries)")
                expect(!messenger.office.isObserved && !stop.office.isObserved, "one of them is still observed")
                withExtendedLifetime((listener, first)) {}
            }
        },
        Scenario("prefix-until-dies", "a `prefix` that dies while its origin sends observes neither (10, 11)") {
            setup in
            let messenger = Messenger<Memo>(), stop = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener")
            let first = Box<Transform<Messenger<Memo>, Memo>?>(messenger.prefix(untilOutputFrom: stop))
            if let first = first.content { listener.listen(to: first, heard) }
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { first.drop() }
            setup.finally {
                expect(!messenger.office.isObserved && !stop.office.isObserved, "one of them is still observed")
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, messenger, stop)) {}
            }
        },
        Scenario("flat-map-closes", "an observable that is closed while it's added isn't kept (11, 21)") { setup in
            let origin = Messenger<HeldSource>(), heard = HeardMessages(), listener = Listener("listener")
            let source = Box<HeldSource?>(HeldSource()), all = origin.flatMap { $0 }
            listener.listen(to: all, heard)
            setup.thread("A") { if let source = source.content { origin.send(source) } }
            setup.thread("B") {
                source.content?.send(Memo(1))
                _ = source.content?.close(within: .zero)
            }
            setup.finally {
                source.drop()
                expect([[], ["1"]].contains(heard.by("listener")), "heard \(heard.entries)")
                expect(Token.count == 0 && Memo.count == 0, "the observable or its message is still alive")
                withExtendedLifetime((listener, origin, all)) {}
            }
        },
        Scenario("flat-map-dies", "a `flatMap` that dies while an observable is added observes none (10, 11)") {
            setup in
            let origin = Messenger<Messenger<Memo>>(), source = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener")
            let all = Box<Transform<Messenger<Messenger<Memo>>, Memo>?>(origin.flatMap { $0 })
            if let all = all.content { listener.listen(to: all, heard) }
            setup.thread("A") {
                origin.send(source)
                source.send(Memo(1))
            }
            setup.thread("B") { all.drop() }
            setup.finally {
                expect([[], ["1"]].contains(heard.by("listener")), "heard \(heard.entries)")
                expect(!origin.office.isObserved && !source.office.isObserved, "one of them is still observed")
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, origin, source)) {}
            }
        },
        Scenario("prepend-start", "an observation that starts during a send gets the prepended message first (1, 16)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), late = Listener("late"),
                all = messenger.prepend(Memo(0))
            setup.thread("A") { messenger.send(Memo(1)) }
            setup.thread("B") { late.listen(to: all, heard) }
            setup.finally {
                expect([["0"], ["0", "1"]].contains(heard.by("late")), "heard \(heard.entries)")
                withExtendedLifetime((late, all)) {}
            }
        },
    ]

    private static func text(_ memos: (Memo, Memo)) -> String { "\(memos.0.number)+\(memos.1.number)" }
}

/// An observable with a token, which shows whether it's alive.
private final class HeldSource: Messenger<Memo>, @unchecked Sendable {
    private let token = Token("source")
}
