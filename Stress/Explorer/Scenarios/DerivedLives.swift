@testable import SwiftObserver

/// Scenarios about the beginning and the end of derived values' lives, and of their observations.
extension Scenario {

    static let derivedLives: [Scenario] = [
        Scenario("derived-start", "an observation starts while a source changes (2, 27)") { setup in
            start(setup) { $0.join($1, $2, $3) }
        },
        Scenario("derived-start-latest", "the same with the value (16, 27)") { setup in
            start(setup) { $0.joinWithLatest($1, $2, $3) }
        },
        Scenario("derived-start-later", "an observation knows changes that others compute (16, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listeners = listeners("early", "late")
            listeners[0].join(whole, roots.history, heard)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                roots.raiseUnits()
                listeners[1].joinWithLatest(whole, roots.history, heard)
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-start-second", "another node starts while its source is computed (16, 27)") { setup in
            let roots = Roots(), (whole, _) = roots.wholes(),
                top = Derived(whole, roots.units) { whole, units in
                    expect(whole % 10 == units, "a function gets \(whole) and \(units) together")
                    return whole
                }
            let heard = HeardMessages(mayOverlap: true), listeners = listeners("whole", "top")
            listeners[0].join(whole, roots.history, heard)
            setup.thread("A") {
                roots.raiseTens()
                roots.raiseUnits()
            }
            setup.thread("B") { listeners[1].joinWithLatest(top, roots.history, heard) }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, whole, top)) {}
            }
        },
        Scenario("derived-start-beside-change", "a change of a source uses another while a life begins (6, 27)") {
            setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { inside(&roots.units.value) { $0 += 1 + roots.tens.value } }
            setup.thread("B") { listener.listen(to: whole, heard, as: text) }
            setup.finally {
                heard.expectChain("listener", from: nil, to: nil)
                expect(whole.value == 1, "the value is \(whole.value)")
                withExtendedLifetime((listener, whole)) {}
            }
        },
        Scenario("derived-start-twice", "two observations are the first ones of a chain (16, 27)", bound: 1) { setup in
            let roots = Roots(), whole = roots.whole(), top = Derived(whole) { $0 }
            let heard = HeardMessages(mayOverlap: true), listeners = listeners("first", "second")
            setup.thread("A") { listeners[0].joinWithLatest(top, roots.history, heard) }
            setup.thread("B") { listeners[1].join(top, roots.history, heard) }
            setup.thread("C") { roots.raiseTens() }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, top)) {}
            }
        },
        Scenario("derived-start-stop", "an observation stops while it waits for its start (9, 16, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listener = Listener("listener")
            setup.thread("A") { for _ in 1...2 { roots.raiseTens() } }
            setup.thread("B") {
                listener.listen(to: whole.startingWithLatest(), heard, as: text)
                listener.stopObserving(whole)
                heard.note("stopped")
            }
            setup.finally {
                heard.expectChain("listener", from: nil, to: nil)
                heard.expectEnd(after: "stopped")
                expectNoLife(of: [whole], roots)
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-stop", "an observation of a chain stops while a source changes (9, 11, 27)") { setup in
            stop(setup)
        },
        Scenario(
            "derived-stop-under-lock", "the same while threads wait for locks (9, 11, 27)", interruptsUnderLock: true
        ) {
            setup in
            stop(setup)
        },
        Scenario("derived-relive", "the last observation stops while another one starts (9, 16, 27)") { setup in
            relive(setup, changes: false)
        },
        Scenario("derived-relive-change", "the same while a source changes (9, 16, 27)", bound: 1) { setup in
            relive(setup, changes: true)
        },
        Scenario("derived-stop-inside", "an observation stops inside of a change of a source (11, 15, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), observer = Silent(), count = Box(0)
            observer.observe(whole) { _ in count.content += 1 }
            let change: @Sendable (inout Int) -> Void = {
                $0 += 1
                observer.stopObserving()
            }
            setup.thread("A") { change(&roots.tens.value) }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                expect(count.content <= 1, "\(count.content) messages were handled")
                expectNoLife(of: [whole], roots)
                withExtendedLifetime(observer) {}
            }
        },
        Scenario("derived-relive-inside", "the same while another observation starts (11, 15, 27)", bound: 1) {
            setup in
            let roots = Roots(), whole = roots.whole(), observer = Silent(), heard = HeardMessages()
            let listener = Listener("listener")
            observer.observe(whole) { _ in }
            let change: @Sendable (inout Int) -> Void = {
                $0 += 1
                observer.stopObserving()
            }
            setup.thread("A") { roots.history.perform(.add(10)) { change(&roots.tens.value) } }
            setup.thread("B") {
                listener.joinWithLatest(whole, roots.history, heard)
                roots.raiseUnits()
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                expect(whole.isLive, "the derived value isn't live, although it's observed")
                listener.stopObserving(whole)
                expectNoLife(of: [whole], roots)
            }
        },
        Scenario("derived-relive-source", "the top of a chain stops while its source gets observed (9, 16, 27)") {
            setup in
            let roots = Roots(), whole = roots.whole(), top = Derived(whole) { $0 }
            let heard = HeardMessages(mayOverlap: true), listeners = listeners("top", "whole")
            listeners[0].listen(to: top, HeardMessages(), as: text)
            setup.thread("A") { listeners[0].stopObserving(top) }
            setup.thread("B") {
                listeners[1].join(whole, roots.history, heard)
                roots.raiseUnits()
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                listeners[1].stopObserving(whole)
                expectNoLife(of: [whole, top], roots)
            }
        },
        Scenario("derived-stop-in-handler", "a handler stops and starts observations (6, 9, 27)", bound: 1) {
            setup in
            let roots = Roots(), whole = roots.whole(), top = Derived(whole) { $0 + 100 }
            let heard = HeardMessages(mayOverlap: true), listeners = listeners("whole", "top")
            listeners[0].listen(to: whole, heard, as: text) { [weak listener = listeners[0]] _ in
                listener?.stopObserving(whole)
                listeners[1].listen(to: top.startingWithLatest(), heard, as: text)
            }
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                expect(heard.by("whole").count == 1, "should hear one update: \(heard.entries)")
                heard.expectStart("top", to: 111, listeners[1])
                listeners[1].stopObserving(top)
                expectNoLife(of: [whole, top], roots)
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("derived-dies-while-starting", "a derived value dies after a start that waits (12, 16, 27)") { setup in
            let roots = Roots(), heard = HeardMessages(mayOverlap: true), listeners = listeners("early", "late")
            let whole = Box<Derived<Int>?>(roots.whole())
            if let whole = whole.content { listeners[0].listen(to: whole, heard, as: text) }
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                if let whole = whole.content {
                    listeners[1].listen(to: whole.startingWithLatest(), heard, as: text)
                }
                whole.drop()
            }
            setup.finally {
                heard.expectChain("early", from: 0, to: 10)
                heard.expectChain("late", from: nil, to: nil)
                expect(["0>0", "10>10"].contains(heard.by("late").first), "a value is missing: \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                roots.expectNoEdges()
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("derived-dies", "a derived value dies while a source changes (11, 12, 27)") { setup in
            let roots = Roots(), heard = HeardMessages(), listener = Listener("listener")
            let whole = Box<Derived<Int>?>(roots.whole())
            if let whole = whole.content { listener.listen(to: whole, heard, as: text) }
            setup.thread("A") {
                roots.raiseTens()
                heard.note("raised")
            }
            setup.thread("B") {
                heard.note("drop")
                whole.drop()
            }
            setup.finally {
                let notes = heard.entries.map(\.what)
                let mustHear = notes.firstIndex(of: "raised") ?? .max < notes.firstIndex(of: "drop") ?? -1
                if mustHear || !heard.by("listener").isEmpty { heard.expectExactly("listener", ["0>10"]) }
                expect(Captured.count == 0, "the handler is still alive")
                roots.expectNoEdges()
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-last-words", "what is computed when a derived value dies is heard (12, 27)") { setup in
            let root = Var(0), heard = HeardMessages(), listener = Listener("listener")
            let isBusy = Gate("busy"), isDropped = Gate("dropped")
            let more = Box<Derived<Int>?>(
                Derived(root) { root in
                    if root == 1 {
                        isBusy.open()
                        isDropped.pass()
                    }
                    return root + 1
                })
            if let more = more.content { listener.listen(to: more, heard, as: text) }
            setup.thread("A") { root.value = 1 }
            setup.thread("B") {
                isBusy.pass()
                root.value = 2
                more.drop()
                isDropped.open()
                root.value = 3
            }
            setup.finally {
                heard.expectExactly("listener", ["1>2", "2>3"])
                expect(Captured.count == 0, "the handler is still alive")
                expect(root.published.root.record.edges.isEmpty, "an edge is left")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-last-words-inside", "a derived value dies inside of a change that its function reads (27)") {
            setup in
            let read = Var(0), root = Var(0), heard = HeardMessages(), listener = Listener("listener")
            let middle = Box<Derived<Int>?>(Derived(root) { root in root + 10 * read.value })
            let top = Box<Derived<Int>?>(nil)
            if let middle = middle.content { top.content = Derived(middle) { $0 % 10 } }
            if let top = top.content { listener.listen(to: top, heard, as: text) }
            let change: @Sendable (inout Int) -> Void = {
                $0 = 1
                middle.content = nil
            }
            setup.thread("A") { change(&read.value) }
            setup.thread("B") { root.value = 1 }
            setup.finally {
                heard.expectExactly("listener", ["0>1"])
                withExtendedLifetime((listener, top)) {}
            }
        },
        Scenario("derived-source-dies", "a derived value dies that another one needs (12, 27)") { setup in
            let roots = Roots(), heard = HeardMessages(mayOverlap: true), listeners = listeners("whole", "top")
            let whole = Box<Derived<Int>?>(roots.whole()), top = Box<Derived<Int>?>(nil)
            if let whole = whole.content {
                top.content = Derived(whole) { $0 }
                listeners[0].listen(to: whole, heard, as: text)
            }
            if let top = top.content { listeners[1].join(top, roots.history, heard) }
            setup.thread("A") { for _ in 1...2 { roots.raiseTens() } }
            setup.thread("B") { whole.drop() }
            setup.finally {
                heard.expectExactly("top", ["0>10", "10>20"])
                heard.expectOrder("whole", ["0>10", "10>20"])
                expect(Captured.count == 1, "\(Captured.count) handlers are alive")
                top.content = nil
                expect(Captured.count == 0, "the handler is still alive")
                roots.expectNoEdges()
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("derived-observer-dies", "the observer dies while a source changes (10, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), top = Derived(whole) { $0 }, heard = HeardMessages()
            let listener = Box<Listener?>(Listener("listener"))
            listener.content?.listen(to: top, heard, as: text)
            setup.thread("A") { for _ in 1...2 { roots.raiseTens() } }
            setup.thread("B") { listener.drop() }
            setup.finally {
                heard.expectChain("listener", from: 0, to: nil)
                expectNoLife(of: [whole, top], roots)
            }
        },
    ]

    /// Starts an observation while another thread changes both sources.
    private static func start(
        _ setup: ScenarioSetup, _ join: @escaping @Sendable (Listener, Derived<Int>, History, HeardMessages) -> Void
    ) {
        let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listener = Listener("listener")
        setup.thread("A") {
            roots.raiseTens()
            roots.raiseUnits()
        }
        setup.thread("B") {
            roots.raiseUnits()
            join(listener, whole, roots.history, heard)
            roots.read(whole)
        }
        setup.finally {
            roots.expectExplanation(of: heard)
            withExtendedLifetime((listener, whole)) {}
        }
    }

    private static func stop(_ setup: ScenarioSetup) {
        let roots = Roots(), whole = roots.whole(), top = Derived(whole) { $0 }, heard = HeardMessages()
        let listener = Listener("listener")
        listener.listen(to: top, heard, as: text)
        setup.thread("A") { roots.raiseTens() }
        setup.thread("B") {
            listener.stopObserving(top)
            heard.note("stopped")
        }
        setup.finally {
            heard.expectEnd(after: "stopped")
            expectNoLife(of: [whole, top], roots)
            withExtendedLifetime(listener) {}
        }
    }

    /// Lets one observation stop while another one starts.
    private static func relive(_ setup: ScenarioSetup, changes: Bool) {
        let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
        let listeners = listeners("early", "late")
        listeners[0].listen(to: whole, HeardMessages(), as: text)
        setup.thread("A") { listeners[0].stopObserving(whole) }
        setup.thread("B") {
            listeners[1].joinWithLatest(whole, roots.history, heard)
            roots.raiseUnits()
        }
        if changes { setup.thread("C") { roots.raiseTens() } }
        setup.finally {
            roots.expectExplanation(of: heard)
            expect(whole.isLive, "the derived value isn't live, although it's observed")
            listeners[1].stopObserving(whole)
            expectNoLife(of: [whole], roots)
        }
    }

    private static func expectNoLife(of all: [Derived<Int>], _ roots: Roots) {
        expect(all.allSatisfy { !$0.isLive }, "a derived value is live although nothing needs it")
        expect(Captured.count == 0, "the handler is still alive")
        roots.expectNoEdges()
    }
}

/// An observer that may end its observations under the lock of a variable.
private final class Silent: Observer, Sendable {
    let receiver = Receiver()
}
