/// A block on an actor or a place of a client.
///
/// A place may run it never, twice, or at the same time as other blocks.
///
/// `@unchecked Sendable` because what changes is guarded by the lock of the lane.
final class LaneBlock: @unchecked Sendable {

    private let lane: Protected<LaneState>
    private var hasBegun = false

    init(of lane: Protected<LaneState>) { self.lane = lane }

    /// Lets threads that post rely on this block, unless it has begun.
    func didEnqueue() { lane.withLock(backoff: .short) { if !hasBegun { $0.didEnqueue() } } }

    func doJobs() {
        lane.withLock(backoff: .short) { _ in hasBegun = true }
        lane.doJobs()
    }

    /// Makes the next post enqueue another block, if the place has dropped this one.
    deinit { if !hasBegun { lane.withLock(backoff: .short) { $0.didDrop() } } }
}
