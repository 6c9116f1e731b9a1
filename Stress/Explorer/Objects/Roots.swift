@testable import SwiftObserver

/// Two variables from which values are derived, and the history of their changes.
///
/// Each change raises a variable by one. The versions of both are the digits of one number. So a
/// value that mixes versions, or goes back, is no sum of the changes that come first.
final class Roots: Sendable {

    let tens: Var<Int>
    let units: Var<Int>
    let history = History()

    init() { (tens, units) = Scenario.ordered(Var(0), Var(0)) }

    /// A value derived from both.
    func whole() -> Derived<Int> {
        Derived(tens, units) {
            step("compute \($0) and \($1)")
            return 10 * $0 + $1
        }
    }

    /// Two values derived from both, in the order of their locks.
    func wholes() -> (Derived<Int>, Derived<Int>) { Scenario.ordered(whole(), whole()) }

    func raiseTens() { history.perform(.add(10)) { tens.value += 1 } }
    func raiseUnits() { history.perform(.add(1)) { units.value += 1 } }

    /// Reads a value that is derived from both.
    func read(_ whole: Derived<Int>) { history.read { whole.value } }

    /// Expects that an order of all changes and reads explains the values that were heard.
    ///
    /// The observers must have begun in the history.
    func expectExplanation(of heard: HeardMessages = HeardMessages()) { history.expectExplanation(of: heard) }

    /// Expects that nothing derived is live.
    func expectNoEdges() {
        for root in [tens, units] {
            expect(root.published.root.record.edges.isEmpty, "an edge is left although nothing is observed")
        }
    }
}

extension Listener {

    /// Observes a derived value, as an operation of the history.
    func join(_ derived: Derived<Int>, _ history: History, _ heard: HeardMessages) {
        history.perform(.observe(name)) { listen(to: derived, heard, as: Scenario.text) }
    }

    /// The same, starting with the value.
    func joinWithLatest(_ derived: Derived<Int>, _ history: History, _ heard: HeardMessages) {
        history.perform(.observeFromLatest(name)) { listen(to: derived.startingWithLatest(), heard, as: Scenario.text) }
    }
}

extension Scenario {

    /// Both derived values, in the order of their locks, so that schedules are repeatable.
    static func ordered(_ one: Derived<Int>, _ other: Derived<Int>) -> (Derived<Int>, Derived<Int>) {
        guard let first = one.node, let second = other.node else { return (one, other) }
        return AnyNode.precedes(first, second) ? (one, other) : (other, one)
    }

    /// One of two values that were computed from the same changes.
    @Sendable static func same(_ one: Int, _ other: Int) -> Int {
        expect(one == other, "a function gets \(one) and \(other) together")
        return one
    }
}

extension Derived {

    var node: AnyNode? { messenger.nodeSource?.node }

    var isLive: Bool { node?.isLive == true }
}
