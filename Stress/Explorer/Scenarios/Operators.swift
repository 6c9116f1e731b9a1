@testable import SwiftObserver

/// Scenarios of transforms that keep state, or have several origins.
extension Scenario {

    static let operators: [Scenario] = [
        Scenario("merge-order", "all observers of a merge agree on one order (1, 3, 4)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages()
            let merge = one.merge(with: other), listeners = listeners("first", "second")
            for listener in listeners { listener.listen(to: merge, heard) }
            setup.thread("A") { for number in 1...2 { one.send(Memo(number)) } }
            setup.thread("B") { other.send(Memo(3)) }
            setup.finally {
                heard.expectAll("first", ["1", "2", "3"])
                heard.expectOrder("first", ["1", "2"])
                heard.expectSame("first", "second")
                withExtendedLifetime((listeners, merge)) {}
            }
        },
        Scenario("merge-dies", "a merge dies while its origins send (10, 11, 12)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener")
            let merge = Box<Messenger<Memo>?>(one.merge(with: other))
            if let merge = merge.content { listener.listen(to: merge, heard) }
            setup.thread("A") { one.send(Memo(1)) }
            setup.thread("B") { other.send(Memo(2)) }
            setup.thread("C") { merge.drop() }
            setup.finally {
                heard.expectOrder("listener", ["1"])
                expect(!one.office.isObserved && !other.office.isObserved, "an origin is still observed")
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, one, other)) {}
            }
        },
        Scenario("switch-order", "no message of an earlier observable follows one of a later one (1, 9)") { setup in
            let origin = Messenger<Messenger<Memo>>(), one = Messenger<Memo>(), other = Messenger<Memo>(),
                heard = HeardMessages(), listener = Listener("listener")
            let latest = origin.switchToLatest()
            origin.send(one)
            listener.listen(to: latest, heard)
            setup.thread("A") {
                origin.send(other)
                other.send(Memo(3))
            }
            setup.thread("B") { for number in 1...2 { one.send(Memo(number)) } }
            setup.finally {
                heard.expectOrder("listener", ["1", "2", "3"])
                expect(heard.by("listener").last == "3", "not the latest: \(heard.entries)")
                expect(!one.office.isObserved && other.office.isObserved, "the wrong one is observed")
                withExtendedLifetime((listener, origin, one, latest)) {}
            }
        },
        Scenario("switch-dies", "a `switchToLatest` dies while all send (10, 11)") { setup in
            let origin = Messenger<Messenger<Memo>>(), one = Messenger<Memo>(), heard = HeardMessages(),
                listener = Listener("listener")
            let latest = Box<Transform<Messenger<Messenger<Memo>>, Memo>?>(origin.switchToLatest())
            if let latest = latest.content { listener.listen(to: latest, heard) }
            setup.thread("A") {
                origin.send(one)
                one.send(Memo(1))
            }
            setup.thread("B") { latest.drop() }
            setup.finally {
                heard.expectOrder("listener", ["1"])
                expect(!origin.office.isObserved && !one.office.isObserved, "an origin is still observed")
                expect(Captured.count == 0 && Memo.count == 0, "a handler or messages are still alive")
                withExtendedLifetime((listener, origin, one)) {}
            }
        },
        Scenario("replay-start", "an observation that starts during sends gets each message once (2, 16)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), late = Listener("late"),
                replay = messenger.replay(2)
            setup.thread("A") { for number in 1...2 { messenger.send(Memo(number)) } }
            setup.thread("B") { late.listen(to: replay, heard) }
            setup.finally {
                heard.expectExactly("late", ["1", "2"])
                withExtendedLifetime((late, replay)) {}
            }
        },
        Scenario("replay-busy", "a start during a delivery misses no message, and the delivery continues (2, 16)") {
            setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), early = Listener("early"),
                late = Listener("late"), replay = messenger.replay(2)
            for number in 1...2 { messenger.send(Memo(number)) }
            early.observe(replay) { _ in }
            setup.thread("A") { messenger.send(Memo(3)) }
            setup.thread("B") { late.listen(to: replay, heard) }
            setup.finally {
                messenger.send(Memo(4))
                let numbers = heard.by("late")
                expect([["1", "2", "3", "4"], ["2", "3", "4"]].contains(numbers), "heard \(numbers)")
                withExtendedLifetime((early, late, replay)) {}
            }
        },
        Scenario("prefix-fire", "exactly one message arrives, and the observation has ended (9, 11)") { setup in
            let messenger = Messenger<Memo>(), heard = HeardMessages(), listener = Listener("listener")
            listener.observe(messenger).prefix(1).receive { [captured = Captured("handler")] memo in
                withExtendedLifetime(captured) { heard.hear("listener", "\(memo.number)") }
            }
            for number in 1...2 { setup.thread("\(number)") { messenger.send(Memo(number)) } }
            setup.finally {
                expect(heard.entries.count == 1, "heard too much or too little: \(heard.entries)")
                expect(Captured.count == 0 && Memo.count == 0, "the handler or messages are still alive")
                expect(!listener.isObserving(messenger), "the observation hasn't ended")
            }
        },
    ]
}
