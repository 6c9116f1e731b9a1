/// The values of a server, by key.
struct Keyspace {

    private struct Slot {

        /// `nil` after the value was deleted.
        var value: SimulatedValue?

        /// The last millisecond of the value.
        var expiry: UInt64?

        var lastChange: UInt64 = 0
    }

    private var slots: [[UInt8]: Slot] = [:]

    /// The number of changes so far.
    private(set) var changeCount: UInt64 = 0

    enum Change {
        case key([UInt8])
        case all
    }

    /// The changes since the last time they were taken, in order.
    private var changes: [Change] = []

    mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// Returns a value, and deletes it if it has expired.
    mutating func value(of key: [UInt8], at time: UInt64) -> SimulatedValue? {
        guard let slot = slots[key] else { return nil }
        if let expiry = slot.expiry, time > expiry {
            remove(key)
            return nil
        }
        return slot.value
    }

    func expiry(of key: [UInt8]) -> UInt64? { slots[key]?.expiry }

    /// The number of the last change of a key.
    ///
    /// Any change raises it, even if the value stays the same.
    func lastChange(of key: [UInt8]) -> UInt64 { slots[key]?.lastChange ?? 0 }

    /// Notes that the value of a key has changed.
    mutating func touch(_ key: [UInt8]) {
        changeCount += 1
        slots[key, default: Slot()].lastChange = changeCount
        changes.append(.key(key))
    }

    /// Changes a value, but not its expiry.
    mutating func put(_ value: SimulatedValue, at key: [UInt8]) {
        slots[key, default: Slot()].value = value
        touch(key)
    }

    mutating func setExpiry(of key: [UInt8], to expiry: UInt64?) {
        slots[key]?.expiry = expiry
        touch(key)
    }

    /// Deletes a value. Returns `true` if there was one.
    @discardableResult
    mutating func remove(_ key: [UInt8]) -> Bool {
        guard let slot = slots[key], slot.value != nil else { return false }
        slots[key] = Slot()
        touch(key)
        return true
    }

    mutating func removeAll() {
        let before = changes
        for key in slots.keys { remove(key) }
        changes = before + [.all]
    }

    /// A copy that shares no streams with the original.
    func copy() -> Keyspace {
        var copy = self
        copy.slots = slots.mapValues { slot in
            guard case .stream(let stream) = slot.value else { return slot }
            var slot = slot
            slot.value = .stream(stream.copy())
            return slot
        }
        return copy
    }
}

enum SimulatedValue {
    case text([UInt8])
    case hash([[UInt8]: [UInt8]])
    case stream(SimulatedStream)
}
