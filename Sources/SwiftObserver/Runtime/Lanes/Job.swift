/// Something to be done on a lane.
///
/// A base class and not a protocol, because that's what a lane handles fastest. `@unchecked Sendable` because each subclass
/// takes care of itself, and there's nothing to take care of here. What an observation defers is to finish its end.
class Job: DeferredTask, @unchecked Sendable {

    /// Does what was posted that many times in a row. Returns what keeps this job alive if nothing of it waits any more.
    func run(_ count: Int) -> AnyObject? { nil }

    /// Begins to drop postings of the job that were in vain. This and `keep` are called under the lock of the lane.
    func beginPruning() {}

    /// Tells how many of these postings must be kept. They're older than those that this told of before.
    func keep(_ count: Int) -> Int { count }
}

/// A job, and how many times in a row it is to be done.
///
/// This doesn't keep the job alive. Where observers of one observable share a queue, each message makes a run for each of
/// them. If two threads changed the job's reference count each time, they'd slow each other. What keeps the job alive is said
/// on the page Lifetimes of the documentation.
struct JobRun {

    let job: Unmanaged<Job>
    var count = 1

    init(of job: Job) { self.job = .passUnretained(job) }

    @inline(__always)
    func isOf(_ other: Job) -> Bool { job.toOpaque() == Unmanaged.passUnretained(other).toOpaque() }

    func isOf(_ other: JobRun) -> Bool { job.toOpaque() == other.job.toOpaque() }

    func beginPruning() { job._withUnsafeGuaranteedRef { $0.beginPruning() } }

    mutating func dropVoidPostings() { count = job._withUnsafeGuaranteedRef { $0.keep(count) } }

    /// Does the job. What kept it alive is released after that.
    @inline(__always)
    func perform() { extendLifetime(job._withUnsafeGuaranteedRef { $0.run(count) }) }
}
