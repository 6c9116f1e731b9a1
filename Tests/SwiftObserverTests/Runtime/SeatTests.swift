import Testing

@testable import SwiftObserver

/// What a place in a combination decides, and which of the places are to be set.
@Suite struct SeatTests {

    private typealias State = VariableState<Pair<Pair<Int, String>, Int>>

    private let a = Var(1), b = Var("b"), c = Var(3), author = Dog()

    @Test func `a place carries the value of the variable into the combination`() {
        let all = (a +++ b) +++ c, seats = parts(of: all).seats
        a.record.state.withLock { $0.value = 7 }
        c.record.state.withLock { $0.value = 9 }
        seats[0].carry()
        #expect(all.record.current.value == Pair(Pair(7, "b"), 3))
        seats[2].carry()
        #expect(all.record.current.value == Pair(Pair(7, "b"), 9))
    }

    @Test func `a place that is left and entered anew is the last one`() {
        let first = a +++ b, second = a +++ c, seat = parts(of: first).seats[0]
        #expect(wholes(of: a) == [first.record.identity, second.record.identity])
        seat.leave()
        seat.leave()
        #expect(wholes(of: a) == [second.record.identity])
        seat.enter()
        #expect(wholes(of: a) == [second.record.identity, first.record.identity])
    }

    @Test func `a place is to be set only if its own value differs`() {
        let all = (a +++ b) +++ c, old = Pair(Pair(1, "b"), 3), new = Pair(Pair(2, "b"), 4)
        let changes = parts(of: all).seats.map { $0.change(from: old, to: new, as: author) }
        #expect(changes.map { $0 != nil } == [true, false, true])
    }

    @Test func `a change sets the variable, and tells of it only when it's delivered`() {
        let all = (a +++ b) +++ c, log = Recorder<Update<Int>>(), version = a.record.current.version
        author.observe(a) { log.record($0) }
        let change = parts(of: all).seats[0].change(from: all.value, to: Pair(Pair(2, "z"), 9), as: author)
        #expect(a.value == 1)
        a.record.lock()
        let deliver = change?.make()
        a.record.unlock()
        #expect(a.value == 2 && b.value == "b" && a.record.current.version == version + 1)
        #expect(log.values.isEmpty)
        deliver?()
        #expect(log.values == [Update(1, 2)])
    }

    // MARK: - Which places are to be set

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
    func `of several places of a variable, the rightmost that differs counts`(
        new: Pair<Pair<Int, String>, Int>, names: String, value: Int
    ) {
        let all = (a +++ b) +++ a
        #expect(changed(all, from: Pair(Pair(1, "b"), 1), to: new) == names)
        all.value = new
        #expect(a.value == value)
        #expect(all.value == Pair(Pair(value, new.left.right), value))
    }

    @Test func `values are compared once, and not at all where a place further right counts`() {
        let counter = Recorder<Int>(), variable = Var(Compared(1, counter)), both = variable +++ variable
        let old = both.value
        func comparisons(_ left: Int, _ right: Int) -> [Int] {
            counter.clear()
            _ = parts(of: both).changes(
                from: old, to: Pair(Compared(left, counter), Compared(right, counter)), as: author)
            return counter.values
        }
        #expect(comparisons(2, 3) == [3])
        #expect(comparisons(2, 1) == [1, 2])
        #expect(comparisons(1, 1) == [1, 1])
    }

    // MARK: -

    private func parts<Value>(of combination: Var<Value>) -> Parts<VariableState<Value>> {
        guard case .whole(let parts) = combination.record.current.ties else { preconditionFailure("It has no parts.") }
        return parts.of(VariableState<Value>.self)
    }

    /// The combinations in which a variable has places.
    private func wholes<Value>(of variable: Var<Value>) -> [ObjectIdentifier] {
        tied(variable)?.copy().map(\.whole.identity) ?? []
    }

    /// The names of the variables that are to be set.
    private func changed<Value>(_ combination: Var<Value>, from old: Value, to new: Value) -> String {
        let names = [("a", tied(a)), ("b", tied(b)), ("c", tied(c))]
        let changes = parts(of: combination).changes(from: old, to: new, as: author)
        return changes.map { change in
            names.first { $0.1.map { $0 === change.wholes } ?? false }?.0 ?? "?"
        }.joined()
    }

    private func tied<Value>(_ variable: Var<Value>) -> Wholes? {
        if case .part(let wholes) = variable.record.current.ties { wholes } else { nil }
    }
}
