import SwiftObserver

/// Scenarios that combine several features.
extension Scenario {

    static let mixtures: [Scenario] = [
        Scenario("latest-of-map-and-stop", "starts with a mapped value while another thread stops (9, 11, 16)") {
            setup in
            let variable = Var(0), map = variable.map { "\($0.old)>\($0.new)" }, heard = HeardMessages(),
                listener = Listener("listener")
            setup.thread("A") { for number in 1...2 { variable.value = number } }
            setup.thread("B") {
                listener.listen(to: map.startingWithLatest(), heard, as: { $0 })
                listener.stopObserving(map)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectEnd(after: "stopped")
                heard.expectChain("listener", from: nil, to: nil)
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime((listener, map)) {}
            }
        },
        Scenario("latest-of-map-stopped", "another thread stops a pending start with a mapped value (9, 11, 16)") {
            setup in
            let variable = Var(0), map = variable.map { "\($0.old)>\($0.new)" }, heard = HeardMessages(),
                listener = Listener("listener")
            setup.thread("A") { for number in 1...2 { variable.value = number } }
            setup.thread("B") { listener.listen(to: map.startingWithLatest(), heard, as: { $0 }) }
            setup.thread("C") {
                listener.stopObserving()
                if !listener.isObserving(map) { heard.note("stopped") }
            }
            setup.finally {
                heard.expectChain("listener", from: nil, to: nil)
                expect(Captured.count == (listener.isObserving(map) ? 1 : 0), "the lifetime of the handler is wrong")
                withExtendedLifetime((listener, map)) {}
            }
        },
        Scenario("latest-of-dying-variable", "starts with the value of a variable that dies (9, 11, 16)") { setup in
            let variable = Box<Var<Int>?>(Var(7)), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") {
                if let variable = variable.content {
                    listener.listen(to: variable.startingWithLatest(), heard, as: text)
                }
            }
            setup.thread("B") { variable.drop() }
            setup.finally {
                expect([[], ["7>7"]].contains(heard.by("listener")), "heard \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("replace-origin-with-latest", "a buffered transform adopts the value of a new origin (15, 16)") {
            setup in
            let old = Var(0), new = Var(5), heard = HeardMessages(mayOverlap: true), listener = Listener("listener")
            let map = old.map { "\($0.old)>\($0.new)" }
            listener.listen(to: map, heard, as: { $0 })
            setup.thread("A") {
                map.replaceOrigin(with: new.startingWithLatest())
                old.value = 1
            }
            setup.thread("B") { new.value = 6 }
            setup.finally {
                expect(!heard.by("listener").contains("0>1"), "heard the old origin: \(heard.entries)")
                expect([["5>5", "5>6"], ["6>6"]].contains(heard.by("listener")), "there's a gap: \(heard.entries)")
                withExtendedLifetime((listener, old, map)) {}
            }
        },
        Scenario("combined-on-queue", "a combined observation is handled on a queue (3, 13)") { setup in
            let left = Var(0), right = Var(0), heard = HeardMessages(), listener = Listener("listener")
            let queue = DispatchQueue(label: "queue", attributes: .concurrent)
            let handle: @Sendable (Update<Int>, Update<Int>) -> Void = { left, right in
                heard.hear("listener", "\(left.new)+\(right.new)")
            }
            listener.observe(left, right, on: queue, receive: handle)
            setup.thread("A") { left.value = 1 }
            setup.thread("B") { right.value = 1 }
            setup.finally {
                expect(heard.by("listener").count == 2, "should hear two: \(heard.entries)")
                expect(heard.by("listener").last == "1+1", "should end with both: \(heard.entries)")
                withExtendedLifetime((listener, left, right)) {}
            }
        },
        Scenario("promise-on-queue", "a promise that delivers on a queue is fulfilled once (14, 17)") { setup in
            let promise = Promise<Memo>(on: DispatchQueue(label: "queue")), heard = HeardMessages()
            let listeners = [Listener("early"), Listener("late")]
            listeners[0].listen(to: promise, heard)
            setup.thread("A") { promise.fulfill(Memo(1)) }
            setup.thread("B") { listeners[1].listen(to: promise, heard) }
            setup.finally {
                heard.expectExactly("early", ["1"])
                heard.expectExactly("late", ["1"])
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((promise, listeners)) {}
            }
        },
        Scenario("observer-of-two-dies", "an observer of two observables dies while both send (9, 10, 11)") { setup in
            let one = Messenger<Memo>(), other = Messenger<Memo>(), heard = HeardMessages(mayOverlap: true)
            let listener = Box<Listener?>(Listener("listener"))
            listener.content?.listen(to: one, heard)
            listener.content?.listen(to: other, heard)
            setup.thread("A") { one.send(Memo(1)) }
            setup.thread("B") { other.send(Memo(2)) }
            setup.thread("C") {
                listener.drop()
                heard.note("dropped")
            }
            setup.finally {
                expect(heard.after("dropped").count < 3, "heard too much: \(heard.entries)")
                expect(Captured.count == 0, "handlers are still alive")
                withExtendedLifetime((one, other)) {}
            }
        },
        Scenario("combination-set-while-another-dies", "one combination is set while another of its parts dies (7, 15)")
        {
            setup in
            let left = Var(0), right = Var(0), both = left +++ right, heard = HeardMessages(),
                listener = Listener("listener")
            let dying = Box<Var<Pair<Int, Int>>?>(right +++ left)
            listener.listen(to: left, heard, as: text)
            setup.thread("A") { both.value = Pair(1, 2) }
            setup.thread("B") { dying.drop() }
            setup.finally {
                heard.expectExactly("listener", ["0>1"])
                expect(both.value == Pair(left.value, right.value), "the values differ")
                withExtendedLifetime(listener) {}
            }
        },
    ]
}
