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
    private static let table = Protected(LaneTable<ActorLaneEntry>())
}

/// The lane of one actor.
private final class ActorLaneEntry: LaneEntry, @unchecked Sendable {

    private let reference: ActorReference
    private let type: any Actor.Type

    init(of actor: any Actor) {
        reference = ActorReference(actor)
        type = Swift.type(of: actor)
        super.init(of: actor, state: LaneState())
    }

    var actorType: String { String(describing: type) }

    /// The actor, as long as it lives.
    var actor: (any Actor)? { reference.actor }

    override var isAlive: Bool { actor != nil }
}
