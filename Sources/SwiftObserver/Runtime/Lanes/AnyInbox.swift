/// The messages of one observation that wait in a place, of whatever type, and the lane on which they're handled.
class AnyInbox: Backlog, @unchecked Sendable {

    final let lane: Lane

    /// Whether this is a `LimitedInbox`, and not an `Inbox`.
    final let isLimited: Bool

    /// How far the block on the lane has got with it.
    final let steps = Steps()

    init(lane: Lane, isLimited: Bool) {
        self.lane = lane
        self.isLimited = isLimited
    }

    /// Begins to drop the times that the job was posted in vain. See `Job`.
    func beginKeeping() {}

    /// Tells how many of these times the job must be kept.
    func keep(_ count: Int) -> Int { count }

    final override var isConsumedHere: Bool { lane.isRunHere }

    /// Whether a handler may be called right now.
    final var isHandling: Bool { owner.steps.areOdd }

    /// The inbox in which the messages actually wait.
    var owner: AnyInbox { self }

    // MARK: - Markers behind what is handled

    /// Lets a marker wait until the handler isn't called any more, if it is.
    final func addBehindHandler(_ marker: Marker) -> Bool {
        lane.add(marker, untilDoneWith: ObjectIdentifier(owner)) { isHandling }
    }

    /// Tells those who wait that nothing of this inbox is being handled any more.
    final func reachMarkersBehindHandler() { lane.reachMarkers(for: ObjectIdentifier(self)) }

    // MARK: - Markers behind what waits

    final override func add(_ marker: Marker) -> Bool {
        if isFinished { return false }
        OneTimeJob(reaching: marker).post(to: lane)
        return true
    }

    final override func remove(_ marker: Marker) { OneTimeJob.remove(marker, from: lane) }

    final override var handlingThread: ThreadID? { lane.runner }
    final override var destination: Unfinished.Destination { lane.destination }
}
