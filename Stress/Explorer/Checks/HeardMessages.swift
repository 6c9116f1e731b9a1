/// The messages that observers received, in one common order, and the expectations of it.
final class HeardMessages: @unchecked Sendable {

    struct Entry: Equatable, CustomStringConvertible {
        let who: String
        let what: String
        var description: String { who.isEmpty ? what : "\(who) heard \(what)" }
    }

    private(set) var entries: [Entry] = []
    private var busy: String?

    /// `true` if handlers may overlap, as handlers of several observables do.
    private let mayOverlap: Bool

    init(mayOverlap: Bool = false) { self.mayOverlap = mayOverlap }

    /// Acts like a handler: it begins, notes the message, and ends.
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

    /// The messages that one observer received.
    func by(_ who: String) -> [String] { entries.filter { $0.who == who }.map(\.what) }

    /// The messages that were received after a note.
    func after(_ note: String) -> [Entry] {
        guard let index = entries.firstIndex(of: Entry(who: "", what: note)) else { return [] }
        return entries.dropFirst(index + 1).filter { !$0.who.isEmpty }
    }

    // MARK: - Expect

    /// Expects that one observer received these messages, in any order.
    func expectAll(_ who: String, _ all: [String]) {
        expect(by(who).sorted() == all.sorted(), "\(who) should hear all of \(all): \(entries)")
    }

    /// Expects that one observer received these messages, in this order.
    func expectExactly(_ who: String, _ all: [String]) {
        expect(by(who) == all, "\(who) should hear exactly \(all): \(entries)")
    }

    /// Expects that one observer received these messages, or some of them, in this order.
    func expectOrder(_ who: String, _ order: [String]) {
        let heard = by(who).filter(order.contains)
        expect(heard == order.filter(heard.contains), "\(who) should hear \(order) in this order: \(entries)")
        expect(Set(heard).count == heard.count, "\(who) shouldn't hear a message twice: \(entries)")
    }

    /// Expects that two observers received the same messages in the same order.
    func expectSame(_ one: String, _ other: String) {
        expect(by(one) == by(other), "\(one) and \(other) should hear the same: \(entries)")
    }

    /// Expects that at most one call, which was claimed before, began after a note.
    func expectEnd(after note: String) {
        expect(after(note).count < 2, "more than the one claimed call after \(note): \(entries)")
    }
}

extension HeardMessages {

    /// Expects that no handler with a token is released while this one runs.
    ///
    /// That holds only if none of them had begun to end before.
    func expectNobodyDies(during memo: Memo) {
        let count = entries.contains(Entry(who: "", what: "ending")) ? 0 : Token.count
        step("continue with \(memo.number)")
        expect(Token.count >= count, "a handler died while the list was read: \(entries)")
    }
}
