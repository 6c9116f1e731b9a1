/// What observers heard, in one common order, and what may be expected of it.
final class HeardMessages: @unchecked Sendable {

    struct Entry: Equatable, CustomStringConvertible {
        let who: String
        let what: String
        var description: String { who.isEmpty ? what : "\(who) heard \(what)" }
    }

    private(set) var entries: [Entry] = []
    private var busy: String?

    /// Whether handlers may overlap, as those of several observables may.
    private let mayOverlap: Bool

    init(mayOverlap: Bool = false) { self.mayOverlap = mayOverlap }

    /// Does what a handler does: it begins, notes what it got, and ends.
    func hear(_ who: String, _ what: String, then act: () -> Void = {}) {
        step("\(who) begins with \(what)")
        if !mayOverlap, let busy { expect(false, "\(who) begins while \(busy) is handling a message") }
        let outer = busy
        busy = who
        entries.append(Entry(who: who, what: what))
        act()
        step("\(who) ends")
        busy = outer
    }

    /// Notes anything else.
    func note(_ what: String) {
        step(what)
        entries.append(Entry(who: "", what: what))
    }

    /// What one observer heard.
    func by(_ who: String) -> [String] { entries.filter { $0.who == who }.map(\.what) }

    /// What was heard after something was noted.
    func after(_ note: String) -> [Entry] {
        guard let index = entries.firstIndex(of: Entry(who: "", what: note)) else { return [] }
        return entries.dropFirst(index + 1).filter { !$0.who.isEmpty }
    }

    // MARK: - Expect

    /// Expects that one observer heard these, in any order.
    func expectAll(_ who: String, _ all: [String]) {
        expect(by(who).sorted() == all.sorted(), "\(who) should hear all of \(all): \(entries)")
    }

    /// Expects that one observer heard these, in this order.
    func expectExactly(_ who: String, _ all: [String]) {
        expect(by(who) == all, "\(who) should hear exactly \(all): \(entries)")
    }

    /// Expects that these, as far as an observer heard them, were in this order.
    func expectOrder(_ who: String, _ order: [String]) {
        let heard = by(who).filter(order.contains)
        expect(heard == order.filter(heard.contains), "\(who) should hear \(order) in this order: \(entries)")
        expect(Set(heard).count == heard.count, "\(who) should hear nothing twice: \(entries)")
    }

    /// Expects that two observers heard the same in the same order.
    func expectSame(_ one: String, _ other: String) {
        expect(by(one) == by(other), "\(one) and \(other) should hear the same: \(entries)")
    }

    /// Expects that at most one call, which was claimed before, began after something was noted.
    func expectEnd(after note: String) {
        expect(after(note).count < 2, "more than the one claimed call after \(note): \(entries)")
    }
}

extension HeardMessages {

    /// Expects that no handler that holds a token dies while this one runs, if none of them had begun to end before.
    func expectNobodyDies(during memo: Memo) {
        let count = entries.contains(Entry(who: "", what: "ending")) ? 0 : Token.count
        step("go on with \(memo.number)")
        expect(Token.count >= count, "a handler died although the list is read: \(entries)")
    }
}
