/// Work that a lane can do.
///
/// A base class and not a protocol, because that's what a lane handles fastest. `@unchecked
/// Sendable` because each subclass takes care of itself, and there's nothing to take care of here.
/// As a `DeferredTask`, an observation finishes its end.
class Job: DeferredTask, @unchecked Sendable {

    /// Does what was posted that many times in a row.
    ///
    /// Returns what keeps this job alive if nothing of it waits any longer.
    func run(_ count: Int) -> AnyObject? { nil }

    /// Begins to drop void postings of the job. The lane calls this and `keep` under its lock.
    func beginPruning() {}

    /// Returns how many of these postings must be kept.
    ///
    /// They're older than the postings of the calls before.
    func keep(_ count: Int) -> Int { count }
}

/// A job, and how many times in a row it's to be done.
///
/// This doesn't keep the job alive. If observers of one observable share a queue, each message
/// makes a run for each of them. If two threads changed the job's reference count each time, they
/// would slow each other. The page Lifetimes of the documentation says what keeps the job alive.
struct JobRun {

    let job: Unmanaged<Job>
    var count = 1

    init(of job: Job) { self.job = .passUnretained(job) }

    @inline(__always)
    func isOf(_ other: Job) -> Bool { job.toOpaque() == Unmanaged.passUnretained(other).toOpaque() }

    func isOf(_ other: JobRun) -> Bool { job.toOpaque() == other.job.toOpaque() }

    func beginPruning() { job._withUnsafeGuaranteedRef { $0.beginPruning() } }

    mutating func dropVoidPostings() { count = job._withUnsafeGuaranteedRef { $0.keep(count) } }

    /// Does the job, and then releases what kept it alive.
    @inline(__always)
    func perform() { extendLifetime(job._withUnsafeGuaranteedRef { $0.run(count) }) }
}
