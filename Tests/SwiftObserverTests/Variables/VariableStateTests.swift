import Testing

@testable import SwiftObserver

/// The state of a variable: its value, its version and its ties, without any thread but that of the test.
@Suite struct VariableStateTests {

    private let a = Var(1), b = Var("b"), author = Dog(), comparisons = Recorder<Int>()

    @Test func `a new state has its value, no changes and no ties`() {
        let state = VariableState(7)
        #expect(state.value == 7)
        #expect(state.version == 0)
        #expect(parts(of: state) == nil && places(of: state) == nil)
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
            #expect(number.record.current.version == version && number.record.current.value == value)
            #expect(own.record.current.version == version && own.record.current.value.number == value)
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
            #expect(number.record.current.version == version)
            #expect(own.record.current.version == version)
        }
    }

    @Test func `the version of a combination grows with each change of its variables, once`() {
        let both = a +++ b
        #expect(both.record.current.version == 0)
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

    // MARK: - Ties

    @Test func `a variable in combinations has its places there, and none when they have died`() {
        let both = a +++ b
        do {
            let swapped = b +++ a
            #expect(places(of: a.record.current) == [id(both), id(swapped)])
            #expect(places(of: b.record.current) == [id(both), id(swapped)])
        }
        #expect(places(of: a.record.current) == [id(both)])
        withExtendedLifetime(consume both) {}
        #expect(places(of: a.record.current) == [])
        #expect(parts(of: a.record.current) == nil)
    }

    @Test func `a combination has parts and no places`() {
        let both = a +++ b
        #expect(parts(of: both.record.current) == [id(a), id(b)])
        #expect(places(of: both.record.current) == nil)
    }

    @Test func `a combination of combinations is tied to the variables at the bottom`() {
        let both = a +++ b, all = (both +++ both) +++ a
        #expect(parts(of: all.record.current) == [id(a), id(b), id(a), id(b), id(a)])
        #expect(places(of: both.record.current) == nil)
        #expect(places(of: b.record.current)?.filter { $0 == id(all) }.count == 2)
        #expect(places(of: a.record.current)?.filter { $0 == id(all) }.count == 3)
    }

    @Test func `a combination that is untied takes over nothing more`() {
        let both = a +++ b
        let seats = all(in: a.record.current)
        both.record.untie()
        #expect(parts(of: both.record.current) == nil && places(of: a.record.current) == [])
        a <- 2
        let delivery = both.record.takeOver(seats, as: author)
        #expect(seats.count == 1 && delivery == nil)
        #expect(both.record.current.value == Pair(1, "b") && both.record.current.version == 0)
        both.record.untie()
        a.record.untie()
    }

    // MARK: -

    /// The versions of both variables and of their combination.
    private func versions(_ both: Var<Pair<Int, String>>) -> [Int] {
        [a.record.current.version, b.record.current.version, both.record.current.version]
    }

    private func id<Value>(_ variable: Var<Value>) -> ObjectIdentifier { variable.record.identity }

    /// The variables that a combination combines.
    private func parts<Value>(of state: VariableState<Value>) -> [ObjectIdentifier]? {
        guard case .whole(let parts) = state.ties else { return nil }
        return parts.of(VariableState<Value>.self).seats.map(\.part.identity)
    }

    /// The combinations in which a variable has places.
    private func places<Value>(of state: VariableState<Value>) -> [ObjectIdentifier]? {
        guard case .part = state.ties else { return nil }
        return all(in: state).map(\.whole.identity)
    }

    private func all<Value>(in state: VariableState<Value>) -> [any Seat] {
        guard case .part(let wholes) = state.ties else { return [] }
        return wholes.copy()
    }
}

extension Variable {
    fileprivate func changePlainly(_ change: (inout Value) -> Void) { changeInPlace(change) }
}
