/// Decides which block on a queue or an actor does which jobs of a lane.
///
/// A value without threads or locks. A block that waits or runs also does the jobs that are posted meanwhile. When it has
/// taken as many as its budget allows, it takes no more, and the next job comes with a block of its own, right when it's
/// posted. So other work isn't kept waiting and still finds everything done that was posted before it.
struct LaneState {

    /// What is to be done, in this order, but for the last run.
    private var runs: [JobRun] = []

    /// The last run, if there is any. It's here because it's what most posts change: so they need no other memory.
    private var lastRun: JobRun?

    /// How many jobs there are in all runs.
    private var count = 0

    private var stage = Stage.idle

    /// Whether a further block waits.
    private var isBlockWaiting = false

    /// Whether a further block found this lane busy and left, which only happens on concurrent queues.
    private var isBlockTurnedAway = false

    private var budget = Tuning.laneBudget

    private enum Stage { case idle, running, runningLastBatch }

    /// Takes a job and tells whether it needs a new block.
    @inline(__always)
    mutating func post(_ job: Job) -> Bool {
        count += 1
        if lastRun?.isOf(job) == true {
            lastRun?.count += 1
        } else {
            append(JobRun(of: job))
        }
        if isBlockWaiting || stage == .running || isBlockTurnedAway { return false }
        isBlockWaiting = true
        return true
    }

    @inline(never)
    private mutating func append(_ run: JobRun) {
        if let lastRun { runs.append(lastRun) }
        lastRun = run
    }

    /// Tells a block whether it is the one to do the jobs.
    mutating func begin() -> Bool {
        isBlockWaiting = false
        guard stage == .idle else {
            isBlockTurnedAway = true
            return false
        }
        stage = .running
        return true
    }

    /// Moves the next runs into the empty batch, or tells the block to end.
    mutating func next(_ batch: inout [JobRun]) -> Bool {
        if stage == .runningLastBatch && !isBlockTurnedAway || lastRun == nil {
            stage = .idle
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
