/// Decides which block does which jobs of a lane, and which post needs a new block.
///
/// A lane is a serial queue of jobs on top of a dispatch queue, an actor or a place of a client. Its jobs are done by blocks that are enqueued
/// there. A block takes jobs in batches, also those that are posted while it runs. When it has taken as many as its budget
/// allows, it finishes that batch and ends, and the next job that is posted comes with a block of its own. So other work
/// there isn't kept waiting, and still finds all jobs done that were posted before it.
///
/// A value without threads or locks: the lane calls it under its lock.
///
/// INVARIANTS
/// - Each posting of a job is counted by one run, in the order of posting, until it's taken, or dropped as void. `count` is the
///   sum of all.
/// - One block at a time does jobs: `stage` isn't idle as long as it does.
/// - If a job waits, a block is enqueued, or one runs that looks again, or whoever posts is about to enqueue one. Only a place of a client
///   may drop that.
struct LaneState {

    /// The runs that were not taken yet, oldest first, except for the last one. A run is a job and how many times in a row
    /// it was posted. It doesn't retain the job.
    private var runs: [JobRun] = []

    /// The last run, if there is any. It's here because it's what most posts change: so they need no other memory.
    private var lastRun: JobRun?

    /// How many jobs were not taken yet.
    private var count = 0

    /// Whether jobs may have been posted in vain, so that there may be runs which needn't be kept.
    var hasVoidRuns = false

    /// How many runs may wait before void ones are dropped.
    private var toleratedRuns = Tuning.toleratedRuns

    /// Whether blocks are enqueued after unlocking, so that nobody may rely on one before `didEnqueue`.
    private let enqueuesAfterUnlocking: Bool

    init(enqueuesAfterUnlocking: Bool = false) { self.enqueuesAfterUnlocking = enqueuesAfterUnlocking }

    private var stage = Stage.idle

    /// The thread whose block does jobs, if one does.
    private(set) var runner: ThreadID?

    /// Whether a block is enqueued that has not begun.
    private var isBlockWaiting = false

    /// Whether a further block found this lane busy and left. That happens only where blocks run concurrently: on concurrent
    /// queues, in place of an actor that has died, and on places that break their promise. It counts as a new block, so the
    /// one that runs gets a new budget.
    private var isBlockTurnedAway = false

    private var budget = Tuning.laneBudget

    private enum Stage { case idle, running, runningLastBatch }

    /// Takes a job and tells whether it needs a new block. That must be enqueued before the lane is unlocked or, if blocks are
    /// enqueued after unlocking, before whoever posts returns to the client.
    ///
    /// Who posts in between asks for a block of its own. What a client enqueues after that is then behind a block, whoever
    /// is faster. A block that finds nothing to do ends at once.
    @inline(__always)
    mutating func post(_ job: Job) -> Bool {
        count += 1
        if lastRun?.isOf(job) == true {
            lastRun?.count += 1
        } else {
            append(JobRun(of: job))
        }
        if isBlockWaiting || stage == .running || isBlockTurnedAway { return false }
        isBlockWaiting = !enqueuesAfterUnlocking
        return true
    }

    /// Lets others rely on a block that was enqueued and has not begun.
    mutating func didEnqueue() { isBlockWaiting = true }

    /// Lets nobody rely on blocks that wait, since one of them will never begin.
    mutating func didDrop() { isBlockWaiting = false }

    @inline(never)
    private mutating func append(_ run: JobRun) {
        if let lastRun { runs.append(lastRun) }
        lastRun = run
        if hasVoidRuns, runs.count >= toleratedRuns { dropVoidRuns() }
    }

    /// Whether these are all postings of the job, in one run behind all others.
    @inline(__always)
    func isLastRun(of job: Job, count: Int) -> Bool { lastRun?.isOf(job) == true && lastRun?.count == count }

    /// Drops what was posted in vain, so that no more runs wait than messages. O(1) amortized: before this happens again, as
    /// many runs must have come as are left now.
    private mutating func dropVoidRuns() {
        if let lastRun = lastRun.take() { runs.append(lastRun) }
        for run in runs { run.beginPruning() }
        for index in runs.indices.reversed() { runs[index].dropVoidPostings() }
        var keptRuns = 0
        for run in runs where run.count > 0 {
            if keptRuns > 0, runs[keptRuns - 1].isOf(run) {
                runs[keptRuns - 1].count += run.count
            } else {
                runs[keptRuns] = run
                keptRuns += 1
            }
        }
        runs.removeLast(runs.count - keptRuns)
        count = runs.reduce(0) { $0 + $1.count }
        lastRun = runs.popLast()
        toleratedRuns = max(Tuning.toleratedRuns, 2 * keptRuns)
        hasVoidRuns = false
    }

    #if EXPLORE
        /// How many runs wait, void or not.
        var waitingRuns: Int { runs.count + (lastRun == nil ? 0 : 1) }
    #endif

    /// Tells a block whether it is the one to do the jobs.
    mutating func begin(_ thread: ThreadID) -> Bool {
        isBlockWaiting = false
        guard stage == .idle else {
            isBlockTurnedAway = true
            return false
        }
        stage = .running
        runner = thread
        return true
    }

    /// Moves the next runs into the empty batch, or tells the block to end.
    mutating func next(_ batch: inout [JobRun]) -> Bool {
        if stage == .runningLastBatch && !isBlockTurnedAway || lastRun == nil {
            stage = .idle
            runner = nil
            isBlockTurnedAway = false
            budget = Tuning.laneBudget
            return false
        }
        if isBlockTurnedAway {
            isBlockTurnedAway = false
            stage = .running
            budget = Tuning.laneBudget
        }
        swap(&runs, &batch)
        if let lastRun = lastRun.take() { batch.append(lastRun) }
        budget -= count
        count = 0
        if budget <= 0 { stage = .runningLastBatch }
        return true
    }
}
