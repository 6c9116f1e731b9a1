import Dispatch

/// Does jobs in one place, one at a time, in the order in which they were posted.
///
/// A place is a queue, an actor, or a place of a client. All observations that hop to the same
/// place share its lane: each `Lane` of a place refers to the same state. One block there does many
/// jobs.
struct Lane: Sendable {

    private let shared: SharedLane

    /// The queue, if the place is a queue. The state that its lanes share doesn't keep it alive.
    private let queue: DispatchQueue?

    /// Captures task-local values with messages, if there are any to carry.
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
    /// The closure stores the data of the job, under the lane's lock. From then on, something must
    /// keep the job alive until it's done.
    ///
    /// A block of a queue is enqueued under the lock. Otherwise, another thread that posts next
    /// could rely on this block, return, and enqueue work of its own ahead of it. That work
    /// wouldn't find the job done.
    ///
    /// In other places, where client code may not run under a lock, the call of `enqueue` is
    /// deferred. `LaneState.post` says what prevents the same problem there.
    @inline(__always)
    func post(_ job: Job, _ work: inout DeferredWork, storing store: () -> Void) {
        let isBlockLeft = state.withLock(backoff: .short) { state in
            store()
            return state.post(job) && enqueueBlock()
        }
        if isBlockLeft { work.perform(shared) }
    }

    /// Posts a job if the closure returns `true`.
    ///
    /// The closure runs under the lane's lock. Everything else is as in `post(_:_:storing:)`.
    func post(_ job: Job, _ work: inout DeferredWork, if isNeeded: (inout LaneState, inout DeferredWork) -> Bool) {
        let isBlockLeft = state.withLock(backoff: .short) { state in
            isNeeded(&state, &work) && state.post(job) && enqueueBlock()
        }
        if isBlockLeft { work.perform(shared) }
    }

    /// `true` if the calling thread is doing jobs of this lane.
    var isRunHere: Bool { runner == .current }

    /// The thread that is doing jobs of this lane, if there is one.
    var runner: ThreadID? { state.withLock(backoff: .short) { $0.runner } }

    /// Where its jobs are done.
    var destination: Unfinished.Destination { queue.map { .queue(label: $0.label) } ?? shared.destination }

    /// Runs the closure under the lane's lock.
    @inline(__always)
    func withLock<Result>(_ act: () -> Result) -> Result { state.withLock(backoff: .short) { _ in act() } }

    #if EXPLORE
        /// The number of runs that wait, read without a step of the scheduler.
        var waitingRuns: Int { state.constant { $0.pointee.waitingRuns } }
    #endif

    /// Enqueues the block of a queue. Returns whether a block is left to be enqueued.
    @inline(never)
    private func enqueueBlock() -> Bool {
        guard let queue, let block = shared.block else { return true }
        queue.async(execute: block)
        return false
    }
}
