@testable import SwiftObserver

/// Scenarios about the values of a graph, and their order.
extension Scenario {

    static let derived: [Scenario] = [
        Scenario("derived-diamond", "a node of two nodes never mixes changes of two variables (27)") { setup in
            let roots = Roots(), (left, right) = roots.wholes(), top = Derived(left, right, function: same)
            let heard = HeardMessages(), listener = Listener("listener")
            listener.join(top, roots.history, heard)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                roots.expectExplanation(of: heard)
                expect(top.value == 11, "the value is \(top.value)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-two-nodes", "two nodes of two variables have changes in one order (27)") { setup in
            let roots = Roots(), (left, right) = roots.wholes(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("left", "right")
            listeners[0].join(left, roots.history, heard)
            listeners[1].join(right, roots.history, heard)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                heard.expectSame("left", "right")
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, left, right)) {}
            }
        },
        Scenario("derived-chain", "two changes of one variable reach a node of a node (27)") { setup in
            let root = Var(0), double = Derived(root, function: doubled), heard = HeardMessages(mayOverlap: true)
            let more = Derived(double) { $0 + 1 }, listeners = listeners("double", "more")
            listeners[0].listen(to: double, heard, as: text)
            listeners[1].listen(to: more, heard, as: text)
            setup.thread("A") { root.value += 1 }
            setup.thread("B") { root.value += 1 }
            setup.finally {
                heard.expectExactly("double", ["0>2", "2>4"])
                heard.expectExactly("more", ["1>3", "3>5"])
                expect(double.value == 4 && more.value == 5, "the values are \(double.value) and \(more.value)")
                withExtendedLifetime(listeners) {}
            }
        },
        Scenario("derived-causes", "on a queue, causes come before effects (3, 27)", bound: 1) { setup in
            let root = Var(0), same = Derived(root) { $0 }, more = Derived(same) { $0 + 100 }
            let heard = HeardMessages(), listener = Listener("listener"), queue = DispatchQueue(label: "queue")
            listener.listen(to: root, heard, on: queue, as: { "\($0.new)" })
            listener.listen(to: same, heard, on: queue, as: { "\($0.new)" })
            listener.listen(to: more, heard, on: queue, as: { "\($0.new)" })
            setup.thread("A") { root.value += 1 }
            setup.thread("B") { root.value += 1 }
            setup.finally {
                heard.expectAll("listener", ["1", "1", "101", "2", "2", "102"])
                for number in ["1", "2"] {
                    let all = heard.by("listener"), last = all.lastIndex(of: number) ?? .max
                    expect(last < all.firstIndex(of: "10\(number)") ?? -1, "an effect comes first: \(heard.entries)")
                }
                withExtendedLifetime((listener, same, more)) {}
            }
        },
        Scenario("derived-read", "reads of an unobserved node are reads of all variables at once (27)") { setup in
            let roots = Roots(), whole = roots.whole()
            setup.thread("A") {
                roots.raiseTens()
                roots.raiseUnits()
            }
            setup.thread("B") { for _ in 1...2 { roots.read(whole) } }
            setup.finally {
                roots.expectExplanation()
                roots.expectNoEdges()
            }
        },
        Scenario("derived-read-own", "two threads change an unobserved node's variables, and read it (27)") { setup in
            let roots = Roots(), whole = roots.whole(),
                top = Derived(whole, roots.units) { whole, units in
                    expect(whole % 10 == units, "a function gets \(whole) and \(units) together")
                    return whole
                }
            setup.thread("A") {
                roots.raiseTens()
                roots.read(top)
            }
            setup.thread("B") {
                roots.raiseUnits()
                roots.read(whole)
            }
            setup.finally { roots.expectExplanation() }
        },
        Scenario("derived-read-observed", "reads of an observed node know all changes that returned (27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(), listener = Listener("listener")
            listener.join(whole, roots.history, heard)
            setup.thread("A") {
                roots.raiseTens()
                roots.read(whole)
            }
            setup.thread("B") {
                roots.raiseUnits()
                roots.read(whole)
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listener, whole)) {}
            }
        },
        Scenario("derived-hopped-read", "a handler on a queue reads what knows its message (13, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), listener = Listener("listener")
            _ = whole.value  // now there's a memo
            listener.observe(roots.tens, on: DispatchQueue(label: "queue")) { update in
                let value = whole.value
                expect(value / 10 >= update.new, "\(value) doesn't know of \(update)")
            }
            setup.thread("A") { roots.tens.value = 1 }
            setup.thread("B") { roots.units.value = 1 }
            setup.finally {
                expect(whole.value == 11, "the value is \(whole.value)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-equal", "equal results are no updates (15, 27)") { setup in
            let root = Var(0), half = Derived(root) { $0 / 2 }, heard = HeardMessages(mayOverlap: true)
            let top = Derived(half, root) { half, root in
                expect(half == root / 2, "a function gets \(half) and \(root) together")
                return half
            }
            let listeners = listeners("half", "top")
            listeners[0].listen(to: half, heard, as: text)
            listeners[1].listen(to: top, heard, as: text)
            setup.thread("A") { for _ in 1...2 { root.value += 1 } }
            setup.thread("B") { root.value += 1 }
            setup.finally {
                heard.expectExactly("half", ["0>1"])
                heard.expectExactly("top", ["0>1"])
                withExtendedLifetime((listeners, half, top)) {}
            }
        },
        Scenario("derived-two-graphs", "graphs that share nothing don't wait for each other (27)") { setup in
            let roots = Roots(), isFree = Gate("free"), heard = HeardMessages(mayOverlap: true)
            let slow = Derived(roots.tens) { tens in
                if tens == 1 { isFree.pass() }
                return tens
            }
            let quick = Derived(roots.units, function: doubled), listeners = listeners("slow", "quick")
            listeners[0].listen(to: slow, heard, as: text)
            listeners[1].listen(to: quick, heard, as: text)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                roots.raiseUnits()
                expect(heard.by("quick") == ["0>2"], "the quick one should be heard: \(heard.entries)")
                isFree.open()
            }
            setup.finally {
                heard.expectExactly("slow", ["0>1"])
                withExtendedLifetime((listeners, slow, quick)) {}
            }
        },
        Scenario("derived-slow-function", "nobody waits for a function on another thread (6, 27)") { setup in
            let roots = Roots(), isFree = Gate("free"), heard = HeardMessages(), listener = Listener("listener")
            let whole = Derived(roots.tens, roots.units) { tens, units in
                if tens == 1, Explorer.shared.currentName == "A" { isFree.pass() }
                return 10 * tens + units
            }
            listener.join(whole, roots.history, heard)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                roots.raiseUnits()
                roots.read(whole)
                isFree.open()
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listener, whole)) {}
            }
        },
        Scenario("derived-slow-handler", "a change isn't held up by a handler of another thread (6, 27)") { setup in
            let roots = Roots(), tens = Derived(roots.tens) { $0 }, isFree = Gate("free"), isBusy = Gate("busy")
            let whole = Derived(tens, roots.units) { 10 * $0 + $1 }
            let heard = HeardMessages(mayOverlap: true), listeners = listeners("whole", "tens")
            let isHeard = Gate("heard")
            roots.history.perform(.observe("whole")) {
                listeners[0].listen(to: whole, heard, as: text) { if $0.new == 11 { isHeard.open() } }
            }
            listeners[1].observe(roots.tens) { _ in
                isBusy.open()
                isFree.pass()
            }
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                isBusy.pass()
                roots.raiseUnits()
                isHeard.pass()  // perhaps on a queue, to which the rest is handed over
                isFree.open()
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-hand-over", "a thread hands over what other threads change (8, 27)") { setup in
            let root = Var(0), heard = HeardMessages(mayOverlap: true), listeners = listeners("double", "more")
            let isBusy = Gate("busy"), areChanged = Gate("changed"), own = Box(0)
            let double = Derived(root) { root in
                if Explorer.shared.currentName == "A" { own.content += 1 }
                if root == 1 {
                    isBusy.open()
                    areChanged.pass()
                }
                return 2 * root
            }
            let more = Derived(double) { $0 + 1 }
            listeners[0].listen(to: double, heard, as: text)
            listeners[1].listen(to: more, heard, as: text)
            setup.thread("A") { root.value = 1 }
            setup.thread("B") {
                isBusy.pass()
                for number in 2...5 { root.value = number }
                areChanged.open()
            }
            setup.finally {
                heard.expectExactly("double", ["0>2", "2>4", "4>6", "6>8", "8>10"])
                heard.expectExactly("more", ["1>3", "3>5", "5>7", "7>9", "9>11"])
                expect(own.content <= 3, "A computed \(own.content) values")
                withExtendedLifetime((listeners, double, more)) {}
            }
        },
        reentrance("derived-reentrance", others: false), reentrance("derived-reentrance-of-two", others: true),
        Scenario("derived-reentrance-again", "handlers of messages that change nothing set the source (5, 6, 27)") {
            setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("whole", "tens")
            listeners[0].join(whole, roots.history, heard)
            listeners[1].observe(roots.tens) { update in
                if update.old == update.new { roots.raiseTens() }
            }
            setup.thread("A") { for _ in 1...2 { roots.tens.send() } }
            setup.thread("B") { roots.raiseUnits() }
            setup.finally {
                roots.expectExplanation(of: heard)
                expect(whole.value == 21, "the value is \(whole.value)")
                withExtendedLifetime((listeners, whole)) {}
            }
        },
        Scenario("derived-handler-sets-other", "a handler of a source sets another source (6, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("whole", "tens")
            listeners[0].join(whole, roots.history, heard)
            listeners[1].observe(roots.tens) { update in
                if update.new == 1 { roots.raiseUnits() }
            }
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") { roots.raiseTens() }
            setup.finally {
                roots.expectExplanation(of: heard)
                expect(whole.value == 21, "the value is \(whole.value)")
                withExtendedLifetime(listeners) {}
            }
        },
    ]

    /// Lets a handler of a source in place set the source again.
    private static func reentrance(_ name: String, others: Bool) -> Scenario {
        Scenario(name, "a handler sets the source again, which is heard before the effects (5, 6, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("whole", "tens")
            listeners[0].join(whole, roots.history, heard)
            listeners[1].observe(roots.tens) { update in
                heard.note("\(update.new) tens")
                if update.new == 1 { roots.raiseTens() }
                heard.note("\(update.new) tens were handled")
            }
            setup.thread("A") { roots.raiseTens() }
            if others { setup.thread("B") { roots.raiseUnits() } }
            setup.finally {
                roots.expectExplanation(of: heard)
                let notes = heard.entries.map(\.what)
                if !others { expect(notes.suffix(2) == ["0>10", "10>20"], "an effect comes first: \(heard.entries)") }
                withExtendedLifetime((listeners, whole)) {}
            }
        }
    }

    @Sendable private static func doubled(_ number: Int) -> Int {
        step("double \(number)")
        return 2 * number
    }

    static func raise(_ both: inout Pair<Int, Int>) {
        both.left += 1
        both.right += 1
    }
}
