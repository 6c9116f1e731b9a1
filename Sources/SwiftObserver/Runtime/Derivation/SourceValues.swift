/// The values of all sources of a node, in order, for one call of its function.
struct SourceValues: ~Copyable {

    private let inputs: UnsafeMutablePointer<NodeInput>?
    private let slots: [AnySlot]

    /// The number of sources.
    let count: Int

    private var index = 0

    /// The values that have arrived at a live node.
    init(_ inputs: UnsafeMutablePointer<NodeInput>, count: Int) {
        self.inputs = inputs
        self.count = count
        slots = []
    }

    /// Values of a snapshot.
    init(_ slots: [AnySlot]) {
        inputs = nil
        count = slots.count
        self.slots = slots
    }

    /// Returns the values of all sources, which have one type.
    ///
    /// Specialized for the most common types. Otherwise, each element would take several times as
    /// long.
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == String)
    mutating func all<Value>(_: Value.Type = Value.self) -> [Value] {
        var all: [Value] = []
        all.reserveCapacity(count)
        for _ in 0..<count { all.append(next()) }
        return all
    }

    /// Returns the value of the next source.
    mutating func next<Value>(_: Value.Type = Value.self) -> Value {
        let current = index
        index += 1
        precondition(current < count, "A derived value has fewer sources.")
        guard let inputs else { return slots[current].of(Value.self).value }
        guard let slot = inputs[current].slot else { preconditionFailure("A source of a derived value has no value.") }
        return slot.of(Value.self).value
    }
}
