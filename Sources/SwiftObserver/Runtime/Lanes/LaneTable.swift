/// The lanes of all of one kind that are hopped to, where these can't store their lanes themselves.
struct LaneTable<Entry: LaneEntry> {

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The entry that all users of one object share. It becomes the new one if there's none yet.
    ///
    /// An object that reuses the memory of a dead one doesn't get the entry of that one.
    mutating func use(_ newEntry: Entry) -> Entry {
        if let entry = entries[newEntry.key], entry.isAlive {
            entry.users += 1
            return entry
        }
        entries[newEntry.key] = newEntry
        newEntry.users = 1
        return newEntry
    }

    /// Removes the entry after its last use, and returns it if it was still in the table.
    mutating func endUse(of entry: Entry) -> Entry? {
        entry.users -= 1
        guard entry.users == 0, entries[entry.key] === entry else { return nil }
        return entries.removeValue(forKey: entry.key)
    }
}

/// The lane of one object. `@unchecked Sendable` because the number of users is guarded by the lock of the table.
class LaneEntry: LeftoverKeeper, @unchecked Sendable {

    /// No other lock is taken while this one is held.
    final let state: Protected<LaneState>
    fileprivate final let key: ObjectIdentifier
    fileprivate final var users = 0

    init(of object: AnyObject, state: LaneState) {
        key = ObjectIdentifier(object)
        self.state = Protected(state)
    }

    /// Whether the object lives.
    var isAlive: Bool { true }
}
