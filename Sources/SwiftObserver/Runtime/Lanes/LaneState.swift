/// Decides which block does which jobs of a lane, and which post needs a new block.
///
/// A lane is a serial queue of jobs on top of a dispatch queue, an actor or a place of a client.
/// Blocks that are enqueued there do its jobs. A block takes jobs in batches, including jobs that
/// are posted while it runs. When it has used up its budget, it finishes that batch and ends. The
/// next post then brings a block of its own. So other work there isn't kept waiting, and still
/// finds all jobs done that were posted before it.
///
/// ```
///                        runs                     lastRun
///            +-----------+-----------+---------+-----------+
///    oldest  | job A × 2 | job B × 1 |   ...   | job A × 3 |  newest
///            +-----------+-----------+---------+-----------+
///    A block takes all runs at once.              A post of A only changes this number.
///
///    stage   idle --begin--> running ---> runningLastBatch    when the budget is used up
///              ^---------------+------------------+           when `next` returns false
/// ```
///
/// This is a value without threads or locks. The lane calls it under its lock.
///
/// INVARIANTS
/// - Each posting of a job is counted by one run, in the order of posting, until it's taken, or
///   dropped as void. `count` is the sum of all runs.
/// - One block at a time does jobs: `stage` isn't idle as long as it does.
/// - If a job waits, a block is enqueued, or a running block will look again, or the posting thread
///   will enqueue one. Only a place of a client may drop that block.
struct LaneState {

    /// The runs that weren't taken yet, oldest first, except for the last one.
    ///
    /// A run is a job, and how many times in a row it was posted. It doesn't retain the job.
    private var runs: [JobRun] = []

    /// The last run, if there is one. Most posts change only this, and so need no other memory.
    private var lastRun: JobRun?

    /// The number of postings that weren't taken yet.
    private var count = 0

    /// `true` if postings may be void, so that there may be runs to drop.
    var hasVoidRuns = false

    /// The number of runs that may wait before void ones are dropped.
    private var toleratedRuns = Tuning.toleratedRuns

    /// `true` if blocks are enqueued after unlocking.
    ///
    /// Then no thread may rely on a block before `didEnqueue`.
    private let enqueuesAfterUnlocking: Bool

    init(enqueuesAfterUnlocking: Bool = false) { self.enqueuesAfterUnlocking = enqueuesAfterUnlocking }

    private var stage = Stage.idle

    /// The thread whose block does jobs, if there is one.
    private(set) var runner: ThreadID?

    /// `true` if a block is enqueued that hasn't begun.
    private var isBlockWaiting = false

    /// `true` if another block found this lane busy and left.
    ///
    /// That happens only where blocks run concurrently: on concurrent queues, after the death of an
    /// actor, and on places that violate their rules. It counts as a new block, so the running
    /// block gets a new budget.
    private var isBlockTurnedAway = false

    private var budget = Tuning.laneBudget

    private enum Stage { case idle, running, runningLastBatch }

    /// Adds a job, and returns whether it needs a new block.
    ///
    /// That block must be enqueued before the lane is unlocked. If blocks are enqueued after
    /// unlocking, it must be enqueued before the posting thread returns to the client.
    ///
    /// A thread that posts in between asks for a block of its own. So work that a client enqueues
    /// after that always follows a block, whichever thread is faster. A block that finds nothing to
    /// do ends at once.
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

    /// Lets other threads rely on a block that was enqueued and hasn't begun.
    mutating func didEnqueue() { isBlockWaiting = true }

    /// Lets no thread rely on waiting blocks, because one of them will never begin.
    mutating func didDrop() { isBlockWaiting = false }

    @inline(never)
    private mutating func append(_ run: JobRun) {
        if let lastRun { runs.append(lastRun) }
        lastRun = run
        if hasVoidRuns, runs.count >= toleratedRuns { dropVoidRuns() }
    }

    /// Returns whether these are all postings of the job, in one run after all others.
    @inline(__always)
    func isLastRun(of job: Job, count: Int) -> Bool { lastRun?.isOf(job) == true && lastRun?.count == count }

    /// Drops void postings, so that no more runs wait than messages.
    ///
    /// O(1) amortized: before this happens again, as many runs must have come as are left now.
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
        /// The number of waiting runs, void or not.
        var waitingRuns: Int { runs.count + (lastRun == nil ? 0 : 1) }
    #endif

    /// Returns whether the block is the one to do the jobs.
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

    /// Moves the next runs into the empty batch, or returns `false` if the block must end.
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
