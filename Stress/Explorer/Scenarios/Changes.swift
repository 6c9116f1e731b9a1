@testable import SwiftObserver

/// Scenarios about changes of several variables in one step.
extension Scenario {

    static let changes: [Scenario] = [
        Scenario("change-two", "two threads change two variables in one step, in opposite order (6, 15, 27)") { setup in
            let roots = Roots(), (left, right) = roots.wholes(), heard = HeardMessages(mayOverlap: true)
            let listeners = listeners("left", "right")
            listeners[0].join(left, roots.history, heard)
            listeners[1].join(right, roots.history, heard)
            setup.thread("A") { roots.raiseBoth() }
            setup.thread("B") {
                roots.history.perform(.add(11)) { raiseTogether(roots.units, roots.tens) }
            }
            setup.finally {
                heard.expectSame("left", "right")
                roots.expectExplanation(of: heard)
                withExtendedLifetime((listeners, left, right)) {}
            }
        },
        Scenario("change-read", "no read sees a part of a change of two variables (15, 27)") { setup in
            let roots = Roots(), whole = roots.whole(), both = roots.tens +++ roots.units
            setup.thread("A") {
                roots.raiseBoth()
                roots.read(whole)
            }
            setup.thread("B") {
                roots.read(whole)
                roots.read(both)
                roots.raiseUnits()
            }
            setup.finally { roots.expectExplanation() }
        },
        Scenario("change-combination", "a combination changes together with another variable (15, 27)") { setup in
            let roots = Roots(), (both, second) = ordered(roots.tens +++ roots.units, roots.tens +++ roots.units)
            let other = Var(0)
            let heard = HeardMessages(), listener = Listener("listener")
            let top = Derived(both, other) { both, other in
                expect(both.right == other, "a function gets \(both) and \(other) together")
                return 10 * both.left + both.right
            }
            listener.join(top, roots.history, heard)
            setup.thread("A") {
                roots.history.perform(.add(11)) {
                    change(other, both) { other, both in
                        other += 1
                        both.left += 1
                        both.right += 1
                    }
                }
            }
            setup.thread("B") {
                roots.read(both)
                roots.read(second)
                roots.history.perform(.add(10)) { both.value.left += 1 }
                roots.history.perform(.add(1)) {
                    change(roots.units, other) { units, other in
                        units += 1
                        other += 1
                    }
                }
            }
            setup.finally {
                roots.expectExplanation(of: heard)
                expect(top.value == 22, "the value is \(top.value)")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario("change-two-combinations", "changes of different variables reach the same combinations (6, 15)") {
            setup in
            let parts = [Var(0), Var(0), Var(0), Var(0)], one = parts[0] +++ parts[1], other = parts[2] +++ parts[3]
            setup.thread("A") { raiseTogether(parts[0], parts[2]) }
            setup.thread("B") { raiseTogether(parts[3], parts[1]) }
            setup.finally { expect(one.value == Pair(1, 1) && other.value == Pair(1, 1), "a combination differs") }
        },
        Scenario("change-dying-combination", "a combination dies while its variables change together (11, 12, 15)") {
            setup in
            let roots = Roots(), both = Box<Var<Pair<Int, Int>>?>(roots.tens +++ roots.units)
            let heard = HeardMessages(), listener = Listener("listener")
            if let both = both.content {
                listener.listen(to: both, heard) { "\($0.new.left)\($0.new.right)" }
            }
            setup.thread("A") { for _ in 1...2 { roots.raiseBoth() } }
            setup.thread("B") { both.drop() }
            setup.finally {
                expect(["11", "22"].starts(with: heard.by("listener")), "heard \(heard.entries)")
                expect(Captured.count == 0, "the handler is still alive")
                withExtendedLifetime(listener) {}
            }
        },
        Scenario(
            "change-beside-nested-use", "three variables change together, and a change of one uses another (6, 15)"
        ) {
            setup in
            let all = [Var(0), Var(0), Var(0)].sorted { $0.published.identity < $1.published.identity }
            setup.thread("A") { inside(&all[2].value) { $0 += 1 + all[1].value } }
            setup.thread("B") {
                change(all[0], all[1], all[2]) { first, second, third in
                    first = 1
                    second = 1
                    third += 1
                }
            }
            setup.finally { expect([2, 3].contains(all[2].value), "the value is \(all[2].value)") }
        },
        besideNestedUse("change-in-place", "a combination changes in place", [2, 3]) { _, both in
            raise(&both.value)
        },
        besideNestedUse("set", "a combination is set", [5, 7]) { _, both in both.value = Pair(1, 5) },
        besideNestedUse("combine", "a combination is created", [2, 3]) { roots, _ in
            let new = roots.tens +++ roots.units
            raise(&new.value)
        },
    ]

    /// A thread uses one of two variables inside of a change of the other, while another thread
    /// needs both, and raises the first one.
    private static func besideNestedUse(
        _ name: String, _ what: String, _ units: [Int],
        _ act: @escaping @Sendable (Roots, Var<Pair<Int, Int>>) -> Void
    ) -> Scenario {
        Scenario("\(name)-beside-nested-use", "\(what), and a change of one variable uses another (6, 15)") { setup in
            let roots = Roots(), both = roots.tens +++ roots.units
            setup.thread("A") { inside(&roots.units.value) { $0 += 1 + roots.tens.value } }
            setup.thread("B") { act(roots, both) }
            setup.finally {
                expect(roots.tens.value == 1 && units.contains(roots.units.value), "the values are \(both.value)")
            }
        }
    }
}

/// Raises two variables in one step.
private func raiseTogether(_ one: Var<Int>, _ other: Var<Int>) {
    change(one, other) { one, other in
        one += 1
        other += 1
    }
}

/// Changes a value in place, so that the closure runs under its lock.
func inside<Value>(_ value: inout Value, _ act: (inout Value) -> Void) { act(&value) }

extension Roots {

    fileprivate func raiseBoth() {
        history.perform(.add(11)) { raiseTogether(tens, units) }
    }

    /// Reads the combination of both.
    fileprivate func read(_ both: Var<Pair<Int, Int>>) {
        history.read {
            let pair = both.value
            return 10 * pair.left + pair.right
        }
    }
}
