/// A value on a path where the compiler can't check that it's safe.
///
/// `@unchecked` because each use has a reason of its own. For example, the value is handed over,
/// only one handler at a time uses it, or it's only compared.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
