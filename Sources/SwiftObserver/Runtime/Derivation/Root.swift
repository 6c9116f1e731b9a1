/// The value of a variable or a combination, as a source of derived values.
///
/// A base class and not a protocol, because each use of a protocol takes longer.
///
/// `@unchecked Sendable` because it and its only subclass are immutable.
class Root: @unchecked Sendable {

    final let record: ValueRecord
    final let office: PostOffice

    /// Its place in the order of locks.
    final let lockRank: (level: Int, identity: ObjectIdentifier)

    init(_ record: ValueRecord, office: PostOffice, lockRank: (level: Int, identity: ObjectIdentifier)) {
        self.record = record
        self.office = office
        self.lockRank = lockRank
    }

    func lock() { preconditionFailure("A root has a type.") }
    func tryLock() -> Bool { preconditionFailure("A root has a type.") }
    func unlock() { preconditionFailure("A root has a type.") }

    /// A copy of the value. Call this while it's locked.
    func copyToSlot() -> AnySlot { preconditionFailure("A root has a type.") }
}

extension [Root] {

    /// Locks all, as `lockTogether` does.
    func lockAll() {
        lockTogether(self, by: { $0.lock() }, orTryBy: { $0.tryLock() }, undoneBy: { $0.unlock() })
    }
}
