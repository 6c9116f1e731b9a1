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
                roots.history.perform(.add(11)) {
                    change(roots.units, roots.tens) { units, tens in
                        units += 1
                        tens += 1
                    }
                }
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
    ]
}

extension Roots {

    fileprivate func raiseBoth() {
        history.perform(.add(11)) {
            change(tens, units) { tens, units in
                tens += 1
                units += 1
            }
        }
    }

    /// Reads the combination of both.
    fileprivate func read(_ both: Var<Pair<Int, Int>>) {
        history.read {
            let pair = both.value
            return 10 * pair.left + pair.right
        }
    }
}
