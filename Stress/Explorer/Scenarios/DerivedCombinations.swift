@testable import SwiftObserver

/// Scenarios about derived values of combined variables.
extension Scenario {

    static let derivedCombinations: [Scenario] = [
        Scenario("derived-combination", "a combination and its parts are sources of one node (15, 27)") { setup in
            let roots = Roots(), both = roots.tens +++ roots.units, heard = HeardMessages()
            let top = Derived(both, roots.tens, roots.units) { both, tens, units in
                expect(both == Pair(tens, units), "a function gets \(both), \(tens) and \(units) together")
                return 10 * tens + units
            }
            let listener = Listener("listener")
            listener.join(top, roots.history, heard)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") { roots.history.perform(.add(11)) { raise(&both.value) } }
            setup.finally {
                roots.expectExplanation(of: heard)
                expect(top.value == 21, "the value is \(top.value)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("derived-combination-set", "a combination is set while two nodes need its parts (15, 27)") {
            setup in
            let roots = Roots(), both = roots.tens +++ roots.units, (left, right) = roots.wholes()
            let heard = HeardMessages(mayOverlap: true), listeners = listeners("left", "right")
            listeners[0].join(left, roots.history, heard)
            listeners[1].join(right, roots.history, heard)
            setup.thread("A") { roots.raiseTens() }
            setup.thread("B") {
                roots.history.perform(.add(11)) { raise(&both.value) }
                roots.read(left)
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, left, right)) {}
            }
        },
        Scenario(
            "derived-combination-read", "a handler of a part reads what knows its message through a combination (27)"
        ) { setup in
            let roots = Roots(), both = roots.tens +++ roots.units, listener = Listener("listener")
            let sum = Derived(both) { 10 * $0.left + $0.right }
            _ = sum.value  // now there's a memo
            listener.observe(roots.tens, on: DispatchQueue(label: "queue")) { update in
                let value = sum.value
                expect(value / 10 >= update.new, "\(value) doesn't know of \(update)")
            }
            setup.thread("A") { roots.tens.value = 1 }
            setup.thread("B") { roots.units.value = 1 }
            setup.finally {
                expect(sum.value == 11, "the value is \(sum.value)")
                withExtendedLifetime((listener, both)) {}
            }
        },
        Scenario("derived-combination-set-read", "a handler of a part reads what knows all of a combined change (27)") {
            setup in
            let roots = Roots(), both = roots.tens +++ roots.units, listener = Listener("listener")
            let twice = Derived(roots.units) { 2 * $0 }
            _ = twice.value  // now there's a memo
            listener.observe(roots.tens, on: DispatchQueue(label: "queue")) { update in
                expect(twice.value == 2 * update.new, "\(twice.value) doesn't know of \(update)")
            }
            setup.thread("A") { both.value = Pair(1, 1) }
            setup.thread("B") { _ = twice.value }
            setup.finally {
                expect(twice.value == 2, "the value is \(twice.value)")
                withExtendedLifetime((listener, both)) {}
            }
        },
    ]
}
