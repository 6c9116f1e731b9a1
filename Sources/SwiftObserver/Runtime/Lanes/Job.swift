/// Something to be done on a lane.
///
/// A base class and not a protocol, because that's what a lane handles fastest. `@unchecked Sendable` because each subclass
/// takes care of itself, and there's nothing to take care of here.
class Job: @unchecked Sendable {

    /// Does what was posted that many times in a row. Returns what keeps this job alive if nothing of it waits any more.
    func run(_ count: Int) -> AnyObject? { nil }

    /// The inbox whose messages the job handles, if these are limited. Then it may be posted in vain.
    var limitedInbox: AnyInbox? { nil }
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

    /// The inbox of the job, if that may have been posted in vain.
    var inbox: AnyInbox? { job._withUnsafeGuaranteedRef { $0.limitedInbox } }

    mutating func dropVoidTimes() { if let inbox { count = inbox.keep(count) } }

    /// Does the job. What kept it alive is released after that.
    @inline(__always)
    func perform() { extendLifetime(job._withUnsafeGuaranteedRef { $0.run(count) }) }
}
