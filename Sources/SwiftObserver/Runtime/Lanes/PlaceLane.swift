/// A handle to the lane of a place of a client. All who hop to that place share the lane, so all handles are entries of one
/// table. They keep the place alive.
final class PlaceLane: Sendable {

    /// The state of the lane.
    var state: Protected<LaneState> { entry.state }

    /// What the place is called where someone reads what waits there.
    var placeName: String { entry.placeName }

    /// Enqueues a block when it's released. See `PlaceLaneEntry`.
    var block: Leftover { Leftover(actedOnBy: entry) }

    private let entry: PlaceLaneEntry

    init(of place: any DeliveryPlace) {
        let newEntry = PlaceLaneEntry(of: place)
        entry = Self.table.withLock { $0.use(newEntry) }
    }

    /// What the entry refers to is released after unlocking.
    deinit {
        let removed = Self.table.withLock { [entry] in $0.endUse(of: entry) }
        withExtendedLifetime(removed) {}
    }

    /// No other lock is taken while this one is held.
    private static let table = Protected(LaneTable<PlaceLaneEntry>())
}

/// The lane of one place. To enqueue a block there runs code of a client, so it's done without locks: whoever posts a job under
/// locks carries this entry out of them, as something that is left over.
private final class PlaceLaneEntry: LaneEntry, @unchecked Sendable {

    private let place: any DeliveryPlace

    /// It's asked for right now, since it's code of a client, and whoever reads it may hold locks.
    let placeName: String

    init(of place: any DeliveryPlace) {
        self.place = place
        placeName = (place as? any CustomStringConvertible)?.description ?? String(describing: type(of: place))
        super.init(of: place, state: LaneState(isUnlockedForBlocks: true))
    }

    /// Enqueues a block, and then lets others rely on it.
    override func releaseLeftover() {
        let block = LaneBlock(of: state)
        place.enqueue { block.doJobs() }
        block.didEnqueue()
    }
}
