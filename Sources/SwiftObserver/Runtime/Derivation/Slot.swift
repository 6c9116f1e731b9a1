/// A value of a source, from which a function reads, without its type.
///
/// `@unchecked Sendable` because only one thread at a time uses it, or it doesn't change.
class AnySlot: @unchecked Sendable {}

/// A value of a source that has values of one type.
final class Slot<Value>: AnySlot, @unchecked Sendable {

    /// The value. `nil` only before the source was evaluated for the first time.
    @exclusivity(unchecked)
    var value: Value?

    init(_ value: Value?) { self.value = value }
}

/// The values of all sources of a node, in order, for one call of its function.
struct SourceValues: ~Copyable {

    private let slots: [AnySlot]
    private var index = 0

    init(_ slots: [AnySlot]) { self.slots = slots }

    /// Returns the value of the next source.
    mutating func next<Value>(_: Value.Type = Value.self) -> Value {
        defer { index += 1 }
        guard let value = unsafeDowncast(slots[index], to: Slot<Value>.self).value else {
            preconditionFailure("A source of a derived value has no value.")
        }
        return value
    }

    /// The number of sources.
    var count: Int { slots.count }
}
