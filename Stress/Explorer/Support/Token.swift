import SwiftObserver

/// Observers with these names.
func ears(_ names: String...) -> [Ear] { names.map { Ear($0) } }

/// What a handler holds whose observation ends while somebody may still be reading the roll.
final class Token: Counted, @unchecked Sendable {}

/// Something for a handler to do, which holds a token.
func holding() -> @Sendable (Memo) -> Void {
    { [token = Token("token")] _ in withExtendedLifetime(token) {} }
}

extension Heard {

    /// Expects that no handler that holds a token dies while this one runs, if none of them had begun to end before.
    func expectNobodyDies(during memo: Memo) {
        let count = entries.contains(Entry(who: "", what: "ending")) ? 0 : Token.count
        step("go on with \(memo.number)")
        expect(Token.count >= count, "a handler died although the roll is read: \(entries)")
    }
}
