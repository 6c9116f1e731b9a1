/// Takes a value to where the compiler can't check that it's safe.
///
/// Each use needs a reason, like that the value is handed over, that only one handler at a time uses it, or that nothing is
/// done with it but to compare it.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
