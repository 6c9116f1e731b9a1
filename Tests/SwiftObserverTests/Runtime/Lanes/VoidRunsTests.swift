import Testing

@testable import SwiftObserver

/// Runs without work, which a lane must not keep.
@Suite struct VoidRunsTests {

    private var state = LaneState()

    @Test mutating func `runs of jobs that may be void are dropped when they become many`() {
        let jobs = [NewestJob(keeping: 2), NewestJob(keeping: 3)]
        for _ in 0..<10_000 { for job in jobs { post(job) } }
        let batch = takeRuns()
        #expect(batch.count <= 2 * Tuning.toleratedRuns)
        // only void runs were dropped
        for job in jobs { #expect(times(of: job, in: batch) >= job.kept) }
        for job in jobs { #expect(times(of: job, in: batch) == job.timesPosted) }
    }

    @Test mutating func `the newest times are kept, in their order`() {
        let one = NewestJob(keeping: 2), other = NewestJob(keeping: .max), jobs = [one, other]
        // runs of the other job are never void, so they show the order
        for _ in 0..<Tuning.toleratedRuns { for job in jobs { post(job) } }
        let batch = takeRuns(), last = batch.suffix(4).map { isOf($0, one) }
        #expect(last == [true, false, true, false])
        #expect(times(of: other, in: batch) == Tuning.toleratedRuns)
        #expect(times(of: one, in: batch) < Tuning.toleratedRuns)
    }

    @Test mutating func `nothing is dropped unless something may be void`() {
        let jobs = [NewestJob(keeping: 1), NewestJob(keeping: 1)]
        for _ in 0..<100 { for job in jobs { post(job, isVoid: false) } }
        #expect(takeRuns().count == 200)
    }

    @Test mutating func `jobs that are never void are kept, and looked through no more often than they were posted`() {
        let jobs = (0..<3).map { _ in NewestJob(keeping: .max) }, dropping = NewestJob(keeping: 1)
        for _ in 0..<5000 {
            for job in jobs { post(job) }
            post(dropping)
        }
        let batch = takeRuns()
        for job in jobs { #expect(times(of: job, in: batch) == 5000) }
        // before each look, as many runs must have arrived as the last look kept
        let runsLookedThrough = (jobs + [dropping]).reduce(0) { $0 + $1.runsLookedThrough }
        #expect(runsLookedThrough <= 3 * 20_000)
        #expect(runsLookedThrough > 0)
    }

    @Test mutating func `runs that become neighbors become one`() {
        let job = NewestJob(keeping: .max), dropping = NewestJob(keeping: 1)
        for _ in 0..<500 {
            post(job)
            post(dropping)
        }
        let batch = takeRuns()
        #expect(times(of: job, in: batch) == 500)
        #expect(batch.count <= 2 * Tuning.toleratedRuns)
    }

    @Test mutating func `void runs don't count for the budget of a block`() {
        let jobs = [NewestJob(keeping: 1), NewestJob(keeping: 1)]
        for _ in 0..<Tuning.laneBudget { for job in jobs { post(job) } }
        _ = takeRuns()
        // the block has budget left, so it continues
        #expect(state.post(jobs[0]) == false)
    }

    @Test mutating func `a run that's all there is of a job is known`() {
        let one = NewestJob(keeping: 1), other = NewestJob(keeping: 1)
        #expect(!state.isLastRun(of: one, count: 0))
        for _ in 0..<3 { _ = state.post(one) }
        #expect(state.isLastRun(of: one, count: 3))
        #expect(!state.isLastRun(of: one, count: 4))
        #expect(!state.isLastRun(of: other, count: 3))
        _ = state.post(other)
        #expect(!state.isLastRun(of: one, count: 3))
        #expect(state.isLastRun(of: other, count: 1))
    }

    private mutating func post(_ job: NewestJob, isVoid: Bool = true) {
        job.timesPosted += 1
        if isVoid { state.hasVoidRuns = true }
        _ = state.post(job)
    }

    private mutating func takeRuns() -> [JobRun] {
        var batch: [JobRun] = []
        #expect(state.begin(ThreadID(1)) == true)
        #expect(state.next(&batch) == true)
        return batch
    }

    private func times(of job: NewestJob, in batch: [JobRun]) -> Int {
        batch.filter { isOf($0, job) }.reduce(0) { $0 + $1.count }
    }

    private func isOf(_ run: JobRun, _ job: NewestJob) -> Bool { run.job.takeUnretainedValue() === job }
}

/// A job that needs only its newest runs. All older ones are void.
private final class NewestJob: Job, @unchecked Sendable {

    let kept: Int
    var timesPosted = 0
    private(set) var runsLookedThrough = 0
    private var timesToKeep = 0

    init(keeping kept: Int) { self.kept = kept }

    override func beginPruning() {
        timesToKeep = kept
        runsLookedThrough += 1
    }

    override func keep(_ count: Int) -> Int {
        let kept = min(count, timesToKeep)
        timesToKeep -= kept
        timesPosted -= count - kept
        return kept
    }
}
