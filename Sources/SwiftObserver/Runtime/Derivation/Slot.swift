/// A value, without its type.
///
/// `Sendable` like its subclass.
class AnySlot: @unchecked Sendable {}

/// A value of one type.
///
/// `@unchecked Sendable` because it never changes, and only derived values whose sources are
/// `Sendable` have it.
final class Slot<Value>: AnySlot, @unchecked Sendable {

    let value: Value

    init(_ value: Value) { self.value = value }
}

extension AnySlot {

    /// The slot with the type of its value.
    @inline(__always)
    final func of<Value>(_: Value.Type = Value.self) -> Slot<Value> { unsafeDowncast(self, to: Slot<Value>.self) }
}
