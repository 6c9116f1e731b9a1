/// A job by which a marker stands on a lane. It keeps itself alive until it's done, or removed.
///
/// `@unchecked Sendable` because the reference is only changed under the lock of the lane, or when the job isn't there any
/// more.
final class MarkerJob: Job, @unchecked Sendable {

    private let reached: Marker
    private var selfReference: MarkerJob?

    init(_ marker: Marker) { reached = marker }

    override var marker: Marker? { reached }

    /// Returns what is to be released when all locks are.
    func post(to lane: Lane) -> Leftover { lane.leftover(lane.post(self) { selfReference = self }) }

    override func run(_ count: Int) -> AnyObject? {
        reached.reach()
        return selfReference.take()
    }

    /// Removes the job of a marker from a lane, if it's still there.
    static func remove(_ marker: Marker, from lane: Lane) {
        let job = lane.removeJob { $0.marker === marker } as? MarkerJob
        withExtendedLifetime(job?.selfReference.take()) {}
    }
}
