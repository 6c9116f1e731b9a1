import Testing

@testable import SwiftObserver

/// The value, the version and the role of a variable, with no thread but that of the test.
@Suite struct VariableStateTests {

    private let a = Var(1), b = Var("b"), author = Dog(), comparisons = Recorder<Int>()

    @Test func `a new state has its value, no changes and no role`() {
        let state = VariableState(7)
        #expect(state.value == 7)
        #expect(state.version == 0)
        #expect(dependencies(of: state) == nil && combinations(of: state) == nil)
    }

    @Test func `the message that tells of a change is the update`() {
        #expect(VariableState.message(old: 1, new: 2) == Update(1, 2))
    }

    // MARK: - Version

    @Test func `the version grows with each change, and not when an equal value is set`() {
        let number = Var(1), own = Var(Compared(1, comparisons))
        for (value, version) in [(1, 0), (2, 1), (2, 1), (1, 2)] {
            number.set(value, as: author)
            own.set(Compared(value, comparisons), as: author)
            #expect(number.published.current.version == version && number.published.current.value == value)
            #expect(own.published.current.version == version && own.published.current.value.number == value)
        }
    }

    @Test func `values that are set are compared once, unless somebody else changes them meanwhile`() {
        let own = Var(Compared(1, comparisons)), both = own +++ a
        own.set(Compared(1, comparisons), as: author)
        #expect(comparisons.values == [1])
        own.set(Compared(2, comparisons), as: author)
        #expect(comparisons.values == [1, 2])
        both.set(Pair(Compared(2, comparisons), 1), as: author)
        #expect(comparisons.values == [1, 2, 2])
        both.set(Pair(Compared(3, comparisons), 1), as: author)
        #expect(comparisons.values == [1, 2, 2, 3])
    }

    @Test func `the version grows with each change in place, whatever comes of it`() {
        let number = Var(1), own = Var(Compared(1, comparisons))
        for version in stride(from: 2, through: 6, by: 2) {
            number.value += 0
            own.value.number += 0
            number += 1
            own.changePlainly { $0.number += 1 }
            #expect(number.published.current.version == version)
            #expect(own.published.current.version == version)
        }
    }

    @Test func `the version of a combination grows with each change of its variables, once`() {
        let both = a +++ b
        #expect(both.published.current.version == 0)
        a <- 2
        #expect(versions(both) == [1, 0, 1])
        both <- 3 +++ "c"
        #expect(versions(both) == [2, 1, 2])
        both <- 3 +++ "d"
        #expect(versions(both) == [2, 2, 3])
        both <- 3 +++ "d"
        #expect(versions(both) == [2, 2, 3])
        both.value.left += 1
        #expect(versions(both) == [3, 2, 4])
        a.send()
        both.send()
        #expect(versions(both) == [3, 2, 4])
    }

    // MARK: - DependencyRole

    @Test func `a variable in combinations has its links there, and none when they have died`() {
        let both = a +++ b
        do {
            let swapped = b +++ a
            #expect(combinations(of: a.published.current) == [id(both), id(swapped)])
            #expect(combinations(of: b.published.current) == [id(both), id(swapped)])
        }
        #expect(combinations(of: a.published.current) == [id(both)])
        withExtendedLifetime(consume both) {}
        #expect(combinations(of: a.published.current) == [])
        #expect(dependencies(of: a.published.current) == nil)
    }

    @Test func `a combination has dependencies and no dependents`() {
        let both = a +++ b
        #expect(dependencies(of: both.published.current) == [id(a), id(b)])
        #expect(combinations(of: both.published.current) == nil)
    }

    @Test func `a combination of combinations is tied to the variables at the bottom`() {
        let both = a +++ b, all = (both +++ both) +++ a
        #expect(dependencies(of: all.published.current) == [id(a), id(b), id(a), id(b), id(a)])
        #expect(combinations(of: both.published.current) == nil)
        #expect(combinations(of: b.published.current)?.filter { $0 == id(all) }.count == 2)
        #expect(combinations(of: a.published.current)?.filter { $0 == id(all) }.count == 3)
    }

    @Test func `a combination that is separated takes over nothing more`() {
        let both = a +++ b
        let links = all(in: a.published.current)
        both.published.endCombining()
        #expect(dependencies(of: both.published.current) == nil && combinations(of: a.published.current) == [])
        a <- 2
        var completions = Completions()
        both.published.update(along: links, as: author, &completions)
        completions.complete()
        #expect(links.count == 1)
        #expect(both.published.current.value == Pair(1, "b") && both.published.current.version == 0)
        both.published.endCombining()
        a.published.endCombining()
    }

    // MARK: -

    /// The versions of both variables and of their combination.
    private func versions(_ both: Var<Pair<Int, String>>) -> [Int] {
        [a.published.current.version, b.published.current.version, both.published.current.version]
    }

    private func id<Value>(_ variable: Var<Value>) -> ObjectIdentifier { variable.published.identity }

    /// The variables that a combination combines.
    private func dependencies<Value>(of state: VariableState<Value>) -> [ObjectIdentifier]? {
        guard case .combination(let dependencies) = state.role else { return nil }
        return dependencies.of(VariableState<Value>.self).links.map(\.dependency.identity)
    }

    /// The combinations that depend on a variable.
    private func combinations<Value>(of state: VariableState<Value>) -> [ObjectIdentifier]? {
        guard case .dependency = state.role else { return nil }
        return all(in: state).map(\.combination.identity)
    }

    private func all<Value>(in state: VariableState<Value>) -> [any DependencyLink] {
        guard case .dependency(let dependents) = state.role else { return [] }
        return dependents.links
    }
}

extension Variable {
    fileprivate func changePlainly(_ change: (inout Value) -> Void) { changeInPlace(change) }
}
