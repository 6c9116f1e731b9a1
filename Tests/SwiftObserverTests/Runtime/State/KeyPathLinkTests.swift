import Testing

@testable import SwiftObserver

/// Decisions of a link to a combination, and the dependencies that must be set.
@Suite struct KeyPathLinkTests {

    private typealias State = VariableState<Pair<Pair<Int, String>, Int>>

    private let a = Var(1), b = Var("b"), c = Var(3), author = Dog()

    @Test func `a link copies the value of the variable into the combination`() {
        let all = (a +++ b) +++ c, links = dependencies(of: all).links
        a.published.state.withLock { $0.value = 7 }
        c.published.state.withLock { $0.value = 9 }
        links[0].copyValue()
        #expect(all.published.current.value == Pair(Pair(7, "b"), 3))
        links[2].copyValue()
        #expect(all.published.current.value == Pair(Pair(7, "b"), 9))
    }

    @Test func `a link that is disconnected and connected anew is the last one`() {
        let first = a +++ b, second = a +++ c, link = dependencies(of: first).links[0]
        #expect(dependents(of: a) == [first.published.identity, second.published.identity])
        link.disconnect()
        link.disconnect()
        #expect(dependents(of: a) == [second.published.identity])
        link.connect()
        #expect(dependents(of: a) == [second.published.identity, first.published.identity])
    }

    @Test func `a dependency is to be set only if its own value differs`() {
        let all = (a +++ b) +++ c, old = Pair(Pair(1, "b"), 3), new = Pair(Pair(2, "b"), 4)
        let changes = dependencies(of: all).links.map { $0.change(from: old, to: new, as: author) }
        #expect(changes.map { $0 != nil } == [true, false, true])
    }

    @Test func `a change sets the variable, and tells of it only when it's delivered`() {
        let all = (a +++ b) +++ c, log = Recorder<Update<Int>>(), version = a.published.current.version
        author.observe(a) { log.record($0) }
        let change = dependencies(of: all).links[0].change(from: all.value, to: Pair(Pair(2, "z"), 9), as: author)
        #expect(a.value == 1)
        a.published.lock()
        var completions = Completions()
        change?.make(&completions)
        a.published.unlock()
        #expect(a.value == 2 && b.value == "b" && a.published.current.version == version + 1)
        #expect(log.values.isEmpty)
        completions.complete()
        #expect(log.values == [Update(1, 2)])
    }

    // MARK: - Which dependencies are to be set

    @Test func `where nothing differs, nothing is to be set`() {
        let all = (a +++ b) +++ c
        #expect(changed(all, from: Pair(Pair(1, "b"), 3), to: Pair(Pair(1, "b"), 3)) == "")
    }

    @Test(arguments: [
        (Pair(Pair(2, "b"), 3), "a"), (Pair(Pair(1, "z"), 3), "b"), (Pair(Pair(1, "b"), 4), "c"),
        (Pair(Pair(2, "b"), 4), "ac"), (Pair(Pair(1, "z"), 4), "bc"), (Pair(Pair(2, "z"), 4), "abc"),
    ])
    func `what differs is to be set, from left to right`(new: Pair<Pair<Int, String>, Int>, names: String) {
        #expect(changed((a +++ b) +++ c, from: Pair(Pair(1, "b"), 3), to: new) == names)
    }

    @Test(arguments: [
        (Pair(Pair(1, "b"), 2), "a", 2), (Pair(Pair(2, "b"), 1), "a", 2), (Pair(Pair(2, "b"), 3), "a", 3),
        (Pair(Pair(3, "z"), 2), "ba", 2), (Pair(Pair(2, "z"), 1), "ab", 2), (Pair(Pair(1, "z"), 1), "b", 1),
    ])
    func `of several links of a variable, the rightmost that differs counts`(
        new: Pair<Pair<Int, String>, Int>, names: String, value: Int
    ) {
        let all = (a +++ b) +++ a
        #expect(changed(all, from: Pair(Pair(1, "b"), 1), to: new) == names)
        all.value = new
        #expect(a.value == value)
        #expect(all.value == Pair(Pair(value, new.left.right), value))
    }

    @Test func `values are compared once, and not at all where a link further right counts`() {
        let counter = Recorder<Int>(), variable = Var(Compared(1, counter)), both = variable +++ variable
        let old = both.value
        func comparisons(_ left: Int, _ right: Int) -> [Int] {
            counter.clear()
            _ = dependencies(of: both).changes(
                from: old, to: Pair(Compared(left, counter), Compared(right, counter)), as: author)
            return counter.values
        }
        #expect(comparisons(2, 3) == [3])
        #expect(comparisons(2, 1) == [1, 2])
        #expect(comparisons(1, 1) == [1, 1])
    }

    // MARK: -

    private func dependencies<Value>(of combination: Var<Value>) -> Dependencies<VariableState<Value>> {
        guard case .combination(let dependencies) = combination.published.current.role else {
            preconditionFailure("It has no dependencies.")
        }
        return dependencies.of(VariableState<Value>.self)
    }

    /// The combinations to which a variable has links.
    private func dependents<Value>(of variable: Var<Value>) -> [ObjectIdentifier] {
        tied(variable)?.links.map(\.combination.identity) ?? []
    }

    /// The names of the variables that must be set.
    private func changed<Value>(_ combination: Var<Value>, from old: Value, to new: Value) -> String {
        let names = [("a", tied(a)), ("b", tied(b)), ("c", tied(c))]
        let changes = dependencies(of: combination).changes(from: old, to: new, as: author)
        return changes.map { change in
            names.first { $0.1.map { $0 === change.dependents } ?? false }?.0 ?? "?"
        }.joined()
    }

    private func tied<Value>(_ variable: Var<Value>) -> Dependents? {
        if case .dependency(let dependents) = variable.published.current.role { dependents } else { nil }
    }
}
