import Dispatch

/// Does jobs in one place, one at a time, in the order in which they were posted.
///
/// A place is a queue, an actor, or a place of a client. All that hop to the same one share its lane: every `Lane` of a
/// place refers to the same state. One block there does many jobs.
struct Lane: Sendable {

    private let shared: SharedLane

    /// The queue, if the place is one. What its lanes share doesn't keep it alive.
    private let queue: DispatchQueue?

    /// What is carried along with messages, if anything.
    let carrier: Carrier?

    private var state: Protected<LaneState> { shared.state }

    init(of place: any DeliveryPlace) {
        let carrying = place as? CarryingPlace, place = carrying?.base ?? place
        carrier = carrying?.carrier
        queue = place as? DispatchQueue
        if let queue { shared = .of(queue) } else { shared = PlaceLane.of(place) }
    }

    /// Posts a job.
    ///
    /// The closure stores what the job needs to know, under the lane's lock. From then on, something must keep the job
    /// alive until it's done.
    ///
    /// A block of a queue is enqueued under the lock. Otherwise another thread that posts after us could rely on our block,
    /// return, and enqueue work of its own ahead of that block. It would then not find its job done. Elsewhere, where code of a
    /// client may not run under a lock, to enqueue the block is deferred. What prevents that there is said at `LaneState.post`.
    @inline(__always)
    func post(_ job: Job, _ work: inout DeferredWork, storing store: () -> Void) {
        let isBlockLeft = state.withLock(backoff: .short) { state in
            store()
            return state.post(job) && enqueueBlock()
        }
        if isBlockLeft { work.perform(shared) }
    }

    /// Posts a job if the closure says so, which runs under the lane's lock. For all else, see `post(_:_:storing:)`.
    func post(_ job: Job, _ work: inout DeferredWork, if isNeeded: (inout LaneState, inout DeferredWork) -> Bool) {
        let isBlockLeft = state.withLock(backoff: .short) { state in
            isNeeded(&state, &work) && state.post(job) && enqueueBlock()
        }
        if isBlockLeft { work.perform(shared) }
    }

    /// Whether the calling thread is doing jobs of this lane.
    var isRunHere: Bool { runner == .current }

    /// The thread that is doing jobs of this lane, if one is.
    var runner: ThreadID? { state.withLock(backoff: .short) { $0.runner } }

    /// Where its jobs are done.
    var destination: Unfinished.Destination { queue.map { .queue(label: $0.label) } ?? shared.destination }

    /// Runs the closure under the lane's lock.
    @inline(__always)
    func withLock<Result>(_ act: () -> Result) -> Result { state.withLock(backoff: .short) { _ in act() } }

    #if EXPLORE
        /// How many runs of jobs wait, read without a step.
        var waitingRuns: Int { state.constant { $0.pointee.waitingRuns } }
    #endif

    /// Enqueues the block of a queue. Returns whether one is left.
    @inline(never)
    private func enqueueBlock() -> Bool {
        guard let queue, let block = shared.block else { return true }
        queue.async(execute: block)
        return false
    }
}
