/// The messages of one observation that wait in a place, without their type, and their lane.
///
/// The inbox gets *entries*: messages, and gaps where messages were dropped.
///
/// `@unchecked Sendable` because what changes is atomic, or guarded by the lock of the lane.
///
/// INVARIANTS
/// - `steps` counts the entries that were begun. The number of entries that were begun or wait
///   never decreases, because an evicted message makes room for another message. So when as many
///   entries are done as had come in at some moment, all entries that waited then are done.
/// - Entries and waiters are added under the lock of the lane. The block begins an entry without
///   it, unless other threads may change the entry.
class AnyInbox: Backlog, @unchecked Sendable {

    final let lane: Lane

    /// `true` for a `LimitedInbox`, `false` for an `Inbox`.
    final let isLimited: Bool

    /// `true` if the sender of each message is stored.
    final let storesSenders: Bool

    private enum Phase {
        case open

        /// The farewell was posted, and hasn't been handled.
        case closing

        /// The farewell was handled, or the observation has ended.
        ///
        /// Nothing more is handled, apart from what is being handled.
        case ended
    }

    /// Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private final var phase = Phase.open

    /// The progress of the block on the lane.
    final let steps = Steps()

    /// Waiters for steps of the block. Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private final var waiters = StepQueue()

    init(lane: Lane, isLimited: Bool, storesSenders: Bool) {
        self.lane = lane
        self.isLimited = isLimited
        self.storesSenders = storesSenders
    }

    /// Begins to drop void postings of the job. See `Job`.
    func beginPruning() {}

    /// Returns how many of these postings must be kept.
    func keep(_ count: Int) -> Int { count }

    final override var isConsumedHere: Bool { lane.isRunHere }

    /// `true` if a handler may be running.
    final var isHandling: Bool { owner.steps.isBusy }

    /// The inbox in which the messages actually wait.
    var owner: AnyInbox { self }

    /// `true` if waiting messages are merged into one.
    var merges: Bool { false }

    /// Posts work from which messages may come, unless earlier work of that kind hasn't begun.
    func postEvaluation(_ work: inout DeferredWork, _ evaluate: @escaping @Sendable () -> Void) {}

    // MARK: - Count

    /// Returns how many messages wait, if that many entries were begun.
    ///
    /// Call it under the lock of the lane.
    func messages(behind begun: Int) -> Int { 0 }

    /// Returns how many entries wait, if that many were begun.
    ///
    /// Call it under the lock of the lane.
    func turns(behind begun: Int) -> Int { messages(behind: begun) }

    final override var count: Int { lane.withLock { owner.messages(behind: owner.steps.progress.begun) } }

    final override var isFinished: Bool {
        lane.withLock {
            let (begun, isBusy) = owner.steps.progress
            return !isBusy && owner.turns(behind: begun) == 0 && owner.phase != .closing
        }
    }

    // MARK: - Farewell

    /// Posts the farewell after all messages, unless it was posted already.
    ///
    /// It has a job of its own. So an observation that ends with it doesn't count as being handled,
    /// and isn't retired.
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

    /// Adds a marker after the handler that is running. Returns `false` if there is none.
    final func addBehindHandler(_ marker: Marker) -> Bool { owner.add(marker, behindAll: false) }

    /// Adds a marker after all entries, or only after what is being handled.
    ///
    /// Returns `false` if these are done. If the farewell was posted, the marker waits for that.
    ///
    /// The alarm is set before the steps are compared. The block stores its step, and then loads
    /// the alarm. So one of the two sees the other.
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

    /// Ends all waits after what is being handled, because nothing is handled after that.
    ///
    /// The thread that ends the observation calls this, and not only the block: the place may never
    /// run a block again.
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

    /// A number of entries that is never begun.
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

    /// Notifies waiters for the step that the block has reached. Only for the block, without a
    /// lock.
    ///
    /// Returns whether a waiter for room may have room.
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
        /// `true` if a marker is here, read without a step of the scheduler.
        final var hasMarkers: Bool { !waiters.isEmpty }
    #endif

    final override var handlingThread: ThreadID? { lane.runner }
    final override var destination: Unfinished.Destination { lane.destination }
}
