import Dispatch

/// Does jobs in one place, one at a time, in the order in which they were posted.
///
/// A place is a queue, an actor, or a place of a client. All that hop to the same one share its lane: every `Lane` of a
/// place refers to the same state. One block there does many jobs. The state of a lane doesn't keep its queue or actor alive.
struct Lane: Sendable {

    private let executor: Executor

    /// What is carried along with messages, if anything.
    let carrier: Carrier?

    /// No other lock is taken while this one is held.
    private let state: Protected<LaneState>

    init(of place: any DeliveryPlace) {
        let carrying = place as? CarryingPlace, place = carrying?.base ?? place
        carrier = carrying?.carrier
        if let queue = place as? DispatchQueue {
            executor = .queue(queue)
            state = Self.state(of: queue)
        } else {
            let placeLane = PlaceLane(of: place)
            executor = .place(placeLane)
            state = placeLane.state
        }
    }

    init(of actor: any Actor) {
        let actorLane = ActorLane(of: actor)
        carrier = nil
        executor = .actor(actorLane)
        state = actorLane.state
    }

    /// Posts a job. Returns whether a block is left to be enqueued, which is so only on a place of a client: see `leftover`.
    ///
    /// The closure stores what the job needs to know, under the lane's lock. From then on, something must keep the job
    /// alive until it's done.
    ///
    /// A block of a queue or actor is enqueued under the lock. Otherwise another thread that posts after us could rely on our
    /// block, return, and enqueue work of its own ahead of that block. It would then not find its job done. What prevents
    /// that on a place of a client, whose code may not run under a lock, is said at `LaneState.post`.
    @inline(__always)
    func post(_ job: Job, storing store: () -> Void) -> Bool {
        state.withLock(backoff: .short) { state in
            store()
            return state.post(job) && enqueueBlock()
        }
    }

    /// Posts a job if the closure says so, which runs under the lane's lock. For all else, see `post(_:storing:)`.
    func post(_ job: Job, if isNeeded: (inout LaneState) -> Bool) -> Bool {
        state.withLock(backoff: .short) { state in
            isNeeded(&state) && state.post(job) && enqueueBlock()
        }
    }

    /// What is to be released without any lock, before whoever posted returns to the client: it enqueues the block that is left.
    func leftover(_ isBlockLeft: Bool = true) -> Leftover {
        if isBlockLeft, case .place(let lane) = executor { return lane.block }
        return Leftover()
    }

    /// Whether the calling thread is doing jobs of this lane.
    var isRunHere: Bool { runner == .current }

    /// The thread that is doing jobs of this lane, if one is.
    var runner: ThreadID? { state.withLock(backoff: .short) { $0.runner } }

    /// Removes a job that was posted once and isn't taken yet.
    func removeJob(where isWanted: (Job) -> Bool) -> Job? {
        state.withLock(backoff: .short) { $0.remove(where: isWanted) }
    }

    /// Lets a marker wait until what was taken of an inbox is done, if something is being done of it.
    func add(_ marker: Marker, untilDoneWith inbox: ObjectIdentifier, if isBusy: () -> Bool) -> Bool {
        state.withLock(backoff: .short) { state in
            guard state.runner != nil, isBusy() else { return false }
            state.add(marker, for: inbox)
            return true
        }
    }

    /// Tells those who wait that nothing of the inbox is being done any more.
    func reachMarkers(for inbox: ObjectIdentifier) {
        let markers = state.withLock(backoff: .short) { $0.takeMarkers(for: inbox) }
        for marker in markers { marker.reach() }
    }

    func remove(_ marker: Marker) { state.withLock(backoff: .short) { $0.remove(marker) } }

    /// Where its jobs are done.
    var destination: Unfinished.Destination { executor.destination }

    /// Runs the closure under the lane's lock.
    @inline(__always)
    func withLock<Result>(_ act: () -> Result) -> Result { state.withLock(backoff: .short) { _ in act() } }

    #if EXPLORE
        /// How many runs of jobs wait, read without a step.
        var waitingRuns: Int { state.constant { $0.pointee.waitingRuns } }
    #endif

    @inline(never)
    private func enqueueBlock() -> Bool {
        switch executor {
        case .queue(let queue): queue.async { [state] in state.doJobs() }
        case .actor(let lane): Task.detached { [state] in await lane.run { state.doJobs() } }
        case .place: return true
        }
        return false
    }

    /// The state that all lanes of the queue share, which is stored with the queue.
    private static func state(of queue: DispatchQueue) -> Protected<LaneState> {
        creation.withLock { _ in
            if let state = queue.getSpecific(key: key.value) { return state }
            let state = Protected(LaneState())
            queue.setSpecific(key: key.value, value: state)
            return state
        }
    }

    /// Under which states of queues are created, so that each queue gets one. No other lock is taken meanwhile.
    private static let creation = Protected(false)

    /// Wrapped because not all versions of Dispatch say that keys are `Sendable`.
    private static let key = UncheckedSendable(DispatchSpecificKey<Protected<LaneState>>())
}

/// Where the jobs of a lane are done.
private enum Executor: Sendable {
    case queue(DispatchQueue)
    case actor(ActorLane)
    case place(PlaceLane)

    var destination: Unfinished.Destination {
        switch self {
        case .queue(let queue): .queue(label: queue.label)
        case .actor(let lane): .actor(type: lane.actorType)
        case .place(let lane): .place(name: lane.placeName)
        }
    }
}
