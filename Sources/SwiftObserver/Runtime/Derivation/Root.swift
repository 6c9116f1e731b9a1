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

    /// Locks all. It holds no lock while it waits for another one.
    ///
    /// A client may hold the lock of one root for long, inside of a change in place, and use
    /// another root there. If this thread held that other lock meanwhile, both would wait forever.
    /// And threads that use only the other root would wait for that change, too.
    func lockAll() {
        guard var first = indices.first else { return }
        while let busy = lockAll(waitingFor: first) { first = busy }
    }

    /// Locks all, and returns `nil`, or locks none, and returns the index of one that is locked.
    private func lockAll(waitingFor first: Int) -> Int? {
        self[first].lock()
        for index in indices where index != first && !self[index].tryLock() {
            for other in self[..<index].indices where other != first { self[other].unlock() }
            self[first].unlock()
            return index
        }
        return nil
    }
}
