/// The messages of one observation that wait in a place, of whatever type, and the lane on which they're handled.
///
/// What comes in are *turns*: messages, and gaps for messages that were dropped.
///
/// INVARIANTS
/// - `steps` counts the turns that were begun. What was begun and what waits never gets less, since a message that's evicted makes room for
///   another one. So when as many are done as came in up to some moment, all are that waited then.
/// - Turns and waiters are added under the lock of the lane. The block begins a turn without it, but for one that others may change.
class AnyInbox: Backlog, @unchecked Sendable {

    final let lane: Lane

    /// Whether this is a `LimitedInbox`, and not an `Inbox`.
    final let isLimited: Bool

    /// Whether it's stored where messages come from.
    final let storesSenders: Bool

    private enum Phase {
        case open

        /// The farewell was posted, and has not been handled.
        case closing

        /// The farewell was handled, or the observation has ended. So nothing is handled any more but what is being handled.
        case ended
    }

    /// Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private final var phase = Phase.open

    /// How far the block on the lane has got with it.
    final let steps = Steps()

    /// Those who wait for steps of the block. Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private final var waiters = StepQueue()

    init(lane: Lane, isLimited: Bool, storesSenders: Bool) {
        self.lane = lane
        self.isLimited = isLimited
        self.storesSenders = storesSenders
    }

    /// Begins to drop postings of the job that were in vain. See `Job`.
    func beginPruning() {}

    /// Tells how many of these postings must be kept.
    func keep(_ count: Int) -> Int { count }

    final override var isConsumedHere: Bool { lane.isRunHere }

    /// Whether a handler may be called right now.
    final var isHandling: Bool { owner.steps.isBusy }

    /// The inbox in which the messages actually wait.
    var owner: AnyInbox { self }

    // MARK: - Count

    /// How many messages wait, if so many turns were begun. It's asked under the lock of the lane.
    func messages(behind begun: Int) -> Int { 0 }

    /// How many messages and gaps wait, if so many were begun. It's asked under the lock of the lane.
    func turns(behind begun: Int) -> Int { messages(behind: begun) }

    final override var count: Int { lane.withLock { owner.messages(behind: owner.steps.progress.begun) } }

    final override var isFinished: Bool {
        lane.withLock {
            let (begun, isBusy) = owner.steps.progress
            return !isBusy && owner.turns(behind: begun) == 0 && owner.phase != .closing
        }
    }

    // MARK: - Farewell

    /// Posts the farewell behind all messages, unless it was posted already. Its job is one of its own, so that whoever ends with it isn't
    /// retired for being handled.
    final func postFarewell(_ work: inout DeferredWork, _ handle: @escaping @Sendable () -> Void) {
        let owner = owner
        OneTimeJob {
            handle()
            var work = DeferredWork()
            owner.endWaiting(&work)
            work.finish()
        }.post(to: lane, &work) {
            guard owner.phase == .open else { return false }
            owner.phase = .closing
            return true
        }
    }

    // MARK: - Wait

    final override func add(_ marker: Marker) -> Bool { owner.add(marker, behindAll: true) }

    /// Lets a marker wait until the handler isn't called any more, if it is.
    final func addBehindHandler(_ marker: Marker) -> Bool { owner.add(marker, behindAll: false) }

    /// Lets a marker wait until all turns are done, or only the one that is being handled. Returns `false` if that's so. If the farewell was
    /// posted, it waits for that.
    ///
    /// The alarm is set before it's looked whether that's so, and the block stores its step and then looks at the alarm. So one of both sees
    /// the other.
    private final func add(_ marker: Marker, behindAll: Bool) -> Bool {
        lane.withLock {
            let (begun, isBusy) = steps.progress
            var end = begun
            if behindAll {
                switch phase {
                case .open: end += turns(behind: begun)
                case .closing: end = Self.never
                case .ended: break
                }
            }
            if end == begun, !isBusy { return false }
            waiters.add(marker, until: 2 * end)
            steps.setAlarm(waiters.alarm)
            if !steps.areDone(end) { return true }
            removeWaiter(marker)
            return false
        }
    }

    /// Lets nobody wait for more than what is being handled, since that's all. Whoever ends the observation does this, and not only its place,
    /// which may never run a block again.
    final func endWaiting(_ work: inout DeferredWork) {
        lane.withLock {
            phase = .ended
            let begun = steps.progress.begun
            waiters.limit(to: 2 * begun)
            steps.setAlarm(waiters.alarm)
            if steps.areDone(begun) { waiters.takeReached(by: 2 * begun, &work) }
            steps.setAlarm(waiters.alarm)
        }
    }

    /// A number of turns that is never begun.
    private static var never: Int { .max / 2 }

    final override func remove(_ marker: Marker) { lane.withLock { owner.removeWaiter(marker) } }

    private final func removeWaiter(_ marker: Marker) {
        waiters.remove(marker)
        steps.setAlarm(waiters.alarm)
    }

    override func want(below limit: Int) {
        lane.withLock {
            let begun = steps.progress.begun
            waiters.roomStep = Steps.step(below: limit, of: begun + messages(behind: begun))
            steps.setAlarm(waiters.alarm)
        }
    }

    /// Tells those who wait for the step that the block has reached. Returns whether someone who waits for room may have some. This is for
    /// the block, without a lock.
    final func tellWaiters() -> Bool {
        var work = DeferredWork()
        let hasRoom = lane.withLock {
            waiters.takeReached(by: steps.latest, &work)
            steps.setAlarm(waiters.alarm)
            return waiters.roomStep <= steps.latest
        }
        work.finish()
        return hasRoom
    }

    #if EXPLORE
        /// Whether a marker is here, read without a step.
        final var hasMarkers: Bool { !waiters.isEmpty }
    #endif

    final override var handlingThread: ThreadID? { lane.runner }
    final override var destination: Unfinished.Destination { lane.destination }
}
