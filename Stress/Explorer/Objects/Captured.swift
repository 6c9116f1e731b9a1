/// An object that a handler captures.
final class Captured: Counted, @unchecked Sendable {}

/// An object captured by a handler whose observation ends while a thread may read the list.
final class Token: Counted, @unchecked Sendable {}

/// A closure for a handler that captures a token.
func holding() -> @Sendable (Memo) -> Void {
    { [token = Token("token")] _ in withExtendedLifetime(token) {} }
}
