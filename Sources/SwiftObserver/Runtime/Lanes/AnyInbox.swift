/// The messages of one observation that wait in a place, of whatever type, and the lane on which they're handled.
///
/// What comes in are *turns*: messages, gaps for messages that were dropped, and farewells.
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

    /// How many farewells wait, or are being handled, and how many are done. Guarded by the lock of the lane.
    @exclusivity(unchecked)
    private final var waitingFarewells: UInt16 = 0
    @exclusivity(unchecked)
    private final var doneFarewells: UInt16 = 0

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

    /// How many messages wait, if so many turns but for farewells were begun. It's asked under the lock of the lane.
    func messages(behind begun: Int) -> Int { 0 }

    /// How many messages and gaps wait, if so many were begun. It's asked under the lock of the lane.
    func turns(behind begun: Int) -> Int { messages(behind: begun) }

    /// How many messages and gaps were begun, and whether one is being handled. Call this under the lock of the lane.
    final var turnsBegun: (count: Int, isBusy: Bool) {
        let (begun, isBusy) = steps.progress
        return (begun - Int(doneFarewells), isBusy)
    }

    final override var count: Int { lane.withLock { owner.messages(behind: owner.turnsBegun.count) } }

    final override var isFinished: Bool {
        lane.withLock {
            let begun = owner.turnsBegun
            return !begun.isBusy && owner.turns(behind: begun.count) == 0 && owner.waitingFarewells == 0
        }
    }

    // MARK: - Farewell

    /// Posts a farewell behind all messages. Its job is one of its own, so that whoever ends with it isn't retired for being handled.
    final func postFarewell(_ work: inout DeferredWork, _ handle: @escaping @Sendable () -> Void) {
        let owner = owner
        OneTimeJob {
            handle()
            if owner.lane.withLock({ owner.passFarewell() }) { _ = owner.tellWaiters() }
        }.post(to: lane, &work) { owner.waitingFarewells += 1 }
    }

    private final func passFarewell() -> Bool {
        waitingFarewells -= 1
        doneFarewells += 1
        return steps.pass()
    }

    // MARK: - Wait

    final override func add(_ marker: Marker) -> Bool { owner.add(marker, behindAll: true) }

    /// Lets a marker wait until the handler isn't called any more, if it is.
    final func addBehindHandler(_ marker: Marker) -> Bool { owner.add(marker, behindAll: false) }

    /// Lets a marker wait until all turns are done, or only the one that is being handled. Returns `false` if that's so.
    ///
    /// The alarm is set before it's looked whether that's so, and the block stores its step and then looks at the alarm. So one of both sees
    /// the other.
    private final func add(_ marker: Marker, behindAll: Bool) -> Bool {
        lane.withLock {
            let begun = turnsBegun
            let waiting = behindAll ? self.turns(behind: begun.count) + Int(waitingFarewells) : 0
            if waiting == 0, !begun.isBusy { return false }
            let turns = begun.count + Int(doneFarewells) + waiting
            waiters.add(marker, until: 2 * turns)
            steps.setAlarm(waiters.alarm)
            if !steps.areDone(turns) { return true }
            removeWaiter(marker)
            return false
        }
    }

    final override func remove(_ marker: Marker) { lane.withLock { owner.removeWaiter(marker) } }

    private final func removeWaiter(_ marker: Marker) {
        waiters.remove(marker)
        steps.setAlarm(waiters.alarm)
    }

    override func want(below limit: Int) {
        lane.withLock {
            let begun = steps.progress.begun
            waiters.roomStep = Steps.step(below: limit, of: begun + messages(behind: begun - Int(doneFarewells)))
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
