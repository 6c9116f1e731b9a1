#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Selects the messages that an observation gets: those in which two fields have different bytes.
///
/// If the bytes are equal, so are the values: the same bits, and references to the same objects. If
/// they differ, the values may be equal nevertheless. No client code runs, so a selection may be
/// asked under a lock.
///
/// It's a class of the type of messages, because looking up that type for each message would take
/// many times as long as the comparison.
///
/// An observation has a selection of its own, and asks it for one message at a time, in their
/// order. In place, the delivering thread asks. Otherwise, senders ask under the lock of the office
/// or its fan-out. That's why it's `@unchecked Sendable`.
final class Selection<Message>: @unchecked Sendable {

    private let first: Int
    private let second: Int
    private let count: Int

    /// `true` if the next message is selected, whatever it contains.
    @exclusivity(unchecked)
    private var selectsNext: Bool

    /// - Parameter selectsFirst: Whether the first message is selected in any case.
    init<Field>(whereBytesDifferIn fields: FieldPair<Message, Field>, orFirst selectsFirst: Bool) {
        first = fields.first
        second = fields.second
        count = MemoryLayout<Field>.size
        selectsNext = selectsFirst
    }

    @inline(__always)
    func contains(_ message: Message) -> Bool {
        if !areBytesEqual(in: message) || selectsNext {
            selectsNext = false
            return true
        }
        return false
    }

    @inline(__always)
    private func areBytesEqual(in message: Message) -> Bool {
        withUnsafePointer(to: message) {
            let message = UnsafeRawPointer($0)
            return memcmp(message + first, message + second, count) == 0
        }
    }
}
