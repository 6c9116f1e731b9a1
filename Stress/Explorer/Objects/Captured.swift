/// Something that a handler holds on to.
final class Captured: Counted, @unchecked Sendable {}

/// What a handler holds whose observation ends while somebody may still be reading the list.
final class Token: Counted, @unchecked Sendable {}

/// Something for a handler to do, which holds a token.
func holding() -> @Sendable (Memo) -> Void {
    { [token = Token("token")] _ in withExtendedLifetime(token) {} }
}
