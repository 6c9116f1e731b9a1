/// A block on an actor or a place of a client. A place may run it never, twice, or together with others.
///
/// `@unchecked Sendable` because what changes is guarded by the lock of the lane.
final class LaneBlock: @unchecked Sendable {

    private let lane: Protected<LaneState>
    private var hasBegun = false

    init(of lane: Protected<LaneState>) { self.lane = lane }

    /// Lets those who post rely on this block, unless it has begun.
    func didEnqueue() { lane.withLock(backoff: .short) { if !hasBegun { $0.didEnqueue() } } }

    func doJobs() {
        lane.withLock(backoff: .short) { _ in hasBegun = true }
        lane.doJobs()
    }

    /// The place has dropped the block. Who posts next needs another one.
    deinit { if !hasBegun { lane.withLock(backoff: .short) { $0.didDrop() } } }
}
