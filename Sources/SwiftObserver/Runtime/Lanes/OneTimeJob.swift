/// A job that is posted once, and keeps itself alive until it's done or removed.
///
/// `@unchecked Sendable` because the reference is only changed under the lock of the lane, or when the job isn't there any
/// more.
final class OneTimeJob: Job, @unchecked Sendable {

    private let act: @Sendable () -> Void
    private let reached: Marker?

    /// The job itself, as long as it waits.
    private var selfReference: OneTimeJob?

    init(_ act: @escaping @Sendable () -> Void) {
        self.act = act
        reached = nil
    }

    /// A job by which a marker stands on a lane.
    init(reaching marker: Marker) {
        act = { marker.reach() }
        reached = marker
    }

    override var marker: Marker? { reached }

    func post(to lane: Lane, _ work: inout DeferredWork) { lane.post(self, &work) { selfReference = self } }

    /// Posts the job without a lock.
    func post(to lane: Lane) {
        var work = DeferredWork()
        post(to: lane, &work)
        work.finish()
    }

    override func run(_ count: Int) -> AnyObject? {
        act()
        return selfReference.take()
    }

    /// Removes the job of a marker from a lane, if it's still there.
    static func remove(_ marker: Marker, from lane: Lane) {
        let job = lane.removeJob { $0.marker === marker } as? OneTimeJob
        withExtendedLifetime(job?.selfReference.take()) {}
    }
}
