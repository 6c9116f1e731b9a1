/// What all lanes of an actor, or of a place of a client, share. It keeps the place alive, and that doesn't keep an actor alive.
///
/// To enqueue a block there runs code of a client, so it's done without locks: whoever posts a job under locks carries this out
/// of them, as deferred work. An actor would do with less, but one way is enough.
final class PlaceLane: SharedLane, @unchecked Sendable {

    private let place: any DeliveryPlace

    /// The place, if it's an actor.
    private let actor: ActorPlace?

    /// Which of all places it is.
    private let key: Key

    /// That of the actor or, if there's none, of the place. An actor can be a place of a client, too, and then those are two places.
    private struct Key: Hashable {
        let identity: ObjectIdentifier
        let isActor: Bool
    }

    /// What a place of a client is called. It's asked for right now, since that's code of the client, and whoever reads it may
    /// hold locks.
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

    /// Enqueues a block, and then lets others rely on it.
    override func performDeferredTask() {
        let block = LaneBlock(of: state)
        place.enqueue { block.doJobs() }
        block.didEnqueue()
    }

    // MARK: - The table

    /// What all lanes of the place share. It's the same as long as one of them is there.
    ///
    /// An actor that reuses the memory of a dead one doesn't get the lane of that one. Both lanes leave the lock, since the one
    /// that isn't needed may die here.
    static func of(_ place: any DeliveryPlace) -> PlaceLane {
        // Held, so that nobody who asks under the lock whether the actor lives is the last to let go of it.
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

    /// Whether the place lives.
    private var isAlive: Bool { actor.map { $0.actor != nil } ?? true }

    /// Removes the reference to this, unless it's already one to another lane, which was created while this one was about to die.
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
        /// How many there are, read without a step.
        static var count: Int { table.constant { $0.pointee.count } }
    #endif
}
