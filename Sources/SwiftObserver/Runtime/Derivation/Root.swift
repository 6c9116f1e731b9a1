/// The value of a variable or a combination, as a source of derived values.
///
/// A base class and not a protocol, because each use of a protocol takes longer.
///
/// `@unchecked Sendable` because it and its only subclass are immutable.
class Root: @unchecked Sendable {

    final let record: ValueRecord
    final let office: PostOffice

    /// The lock of the value, and its place in the order of locks.
    final let lockRank: (level: Int, mutex: Mutex)

    init(_ record: ValueRecord, office: PostOffice, lockRank: (level: Int, mutex: Mutex)) {
        self.record = record
        self.office = office
        self.lockRank = lockRank
    }

    final var mutex: Mutex { lockRank.mutex }
    final func lock() { mutex.lock(orStop: .changeInsideChange) }
    final func unlock() { mutex.unlock() }

    /// A copy of the value. Call this while it's locked.
    func copyToSlot() -> AnySlot { preconditionFailure("A root has a type.") }
}
