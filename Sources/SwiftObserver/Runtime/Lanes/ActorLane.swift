/// A handle to the lane of an actor. All who hop to that actor share the lane, so all handles are entries of one table. They
/// don't keep the actor alive.
final class ActorLane: Sendable {

    /// The state of the lane.
    var state: Protected<LaneState> { entry.state }

    /// The name of the actor's type.
    var actorType: String { entry.actorType }

    private let entry: ActorLaneEntry

    init(of actor: any Actor) {
        let newEntry = ActorLaneEntry(of: actor)
        entry = Self.table.withLock { $0.use(newEntry) }
    }

    /// What the entry refers to is released after unlocking.
    deinit {
        let removed = Self.table.withLock { [entry] in $0.endUse(of: entry) }
        withExtendedLifetime(removed) {}
    }

    /// Runs the closure on the actor or, if that is dead, on whatever thread the task has.
    ///
    /// Without the actor, jobs must still be done, because nothing else releases them and what they hold.
    func run(_ act: @Sendable () -> Void) async {
        if let actor = entry.actor { await Self.run(act, on: actor) } else { act() }
    }

    private static func run(_ act: @Sendable () -> Void, on actor: isolated any Actor) { act() }

    /// No other lock is taken while this one is held.
    private static let table = Protected(ActorLaneTable())
}

/// The lanes of all actors that are hopped to.
private struct ActorLaneTable {

    private var entries: [ObjectIdentifier: ActorLaneEntry] = [:]

    /// The entry that all users of the actor share. It becomes the new one if there's none yet.
    ///
    /// An actor that reuses the memory of a dead one doesn't get the entry of that one.
    mutating func use(_ newEntry: ActorLaneEntry) -> ActorLaneEntry {
        if let entry = entries[newEntry.key], entry.serves(newEntry) {
            entry.users += 1
            return entry
        }
        entries[newEntry.key] = newEntry
        newEntry.users = 1
        return newEntry
    }

    /// Removes the entry after its last use, and returns it if it was still in the table.
    mutating func endUse(of entry: ActorLaneEntry) -> ActorLaneEntry? {
        entry.users -= 1
        guard entry.users == 0, entries[entry.key] === entry else { return nil }
        return entries.removeValue(forKey: entry.key)
    }
}

/// The lane of one actor. `@unchecked Sendable` because the number of users is guarded by the lock of the table.
private final class ActorLaneEntry: @unchecked Sendable {

    /// No other lock is taken while this one is held.
    let state = Protected(LaneState())
    let key: ObjectIdentifier
    private let reference: ActorReference
    private let type: any Actor.Type
    var users = 0

    init(of actor: any Actor) {
        key = ObjectIdentifier(actor)
        reference = ActorReference(actor)
        type = Swift.type(of: actor)
    }

    var actorType: String { String(describing: type) }

    /// The actor, as long as it lives.
    var actor: (any Actor)? { reference.actor }

    /// Whether the actor of this entry is that of the new entry: both are at one address, and both live.
    func serves(_ newEntry: ActorLaneEntry) -> Bool { key == newEntry.key && actor != nil }
}
