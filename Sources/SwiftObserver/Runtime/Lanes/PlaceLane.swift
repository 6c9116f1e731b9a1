/// The state that all lanes of an actor, or of a place of a client, share.
///
/// It keeps the place alive. An `ActorPlace` doesn't keep its actor alive.
///
/// Enqueuing a block runs client code, so it's done without locks. A thread that posts a job under
/// locks leaves that as deferred work. An actor would need less, but one way is enough.
final class PlaceLane: SharedLane, @unchecked Sendable {

    private let place: any DeliveryPlace

    /// The place, if it's an actor.
    private let actor: ActorPlace?

    /// Identifies the place among all places.
    private let key: Key

    /// The identity of the actor or, if there is none, of the place.
    ///
    /// An actor can be a place of a client, too. Then these are two places.
    private struct Key: Hashable {
        let identity: ObjectIdentifier
        let isActor: Bool
    }

    /// The name of a client's place.
    ///
    /// It's read right at the start, because that runs client code, and later readers may hold
    /// locks.
    private let name: String?

    private init(of place: any DeliveryPlace) {
        self.place = place
        actor = place as? ActorPlace
        key = Key(
            identity: actor?.actor.map { ObjectIdentifier($0) } ?? ObjectIdentifier(place), isActor: actor != nil)
        name = actor == nil ? Self.name(of: place) : nil
        super.init(enqueuesAfterUnlocking: true)
    }

    private static func name(of place: any DeliveryPlace) -> String {
        (place as? any CustomStringConvertible)?.description ?? String(describing: type(of: place))
    }

    override var destination: Unfinished.Destination { actor?.destination ?? .place(name: name ?? "") }

    /// Enqueues a block, and then lets other threads rely on it.
    override func performDeferredTask() {
        let block = LaneBlock(of: state)
        place.enqueue { block.doJobs() }
        block.didEnqueue()
    }

    // MARK: - The table

    /// Returns what all lanes of the place share: the same object as long as a lane has it.
    ///
    /// An actor that reuses the memory of a dead actor doesn't get the lane of that actor. Both
    /// lanes are kept until after unlocking: the one that isn't needed may be released here.
    static func of(_ place: any DeliveryPlace) -> PlaceLane {
        // Held, so that the last reference to the actor isn't released under the lock, by
        // `isAlive`.
        let new = PlaceLane(of: place), actor = new.actor?.actor
        defer { withExtendedLifetime(actor) {} }
        let (lane, other) = table.withLock { table in
            let known = table[new.key]?.object.map { unsafeDowncast($0, to: PlaceLane.self) }
            if let known, known.isAlive { return (known, Optional(new)) }
            table[new.key] = WeakReference(new)
            return (new, known)
        }
        withExtendedLifetime(other) {}
        return lane
    }

    /// `true` if the place is alive.
    private var isAlive: Bool { actor.map { $0.actor != nil } ?? true }

    /// Removes the reference to this, unless it already refers to another lane.
    ///
    /// That lane was created after the last reference to this one had been released.
    deinit {
        let other = Self.table.withLock { table in
            let other = table[key]?.object
            if other == nil { table[key] = nil }
            return other
        }
        withExtendedLifetime(other) {}
    }

    /// The lanes by their places. No other lock is taken while this one is held.
    private static let table = Protected([Key: WeakReference]())

    #if EXPLORE
        /// The number of lanes here, read without a step of the scheduler.
        static var count: Int { table.constant { $0.pointee.count } }
    #endif
}
