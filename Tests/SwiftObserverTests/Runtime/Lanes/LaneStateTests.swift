import Testing

@testable import SwiftObserver

@Suite struct LaneStateTests {

    private var state = LaneState()
    private var jobs: [NumberedJob] = []

    @Test mutating func `only the first job needs a block`() {
        let needsBlock = (0..<3).map { state.post(job($0)) }
        #expect(needsBlock == [true, false, false])
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch() == [0, 1, 2])
        #expect(takeBatch() == nil)
    }

    @Test mutating func `what is posted while a block runs joins it`() {
        #expect(state.post(job(0)) == true)
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch() == [0])
        #expect(state.post(job(1)) == false)
        #expect(takeBatch() == [1])
        #expect(takeBatch() == nil)
        #expect(state.post(job(2)) == true)
    }

    @Test mutating func `a job that is posted again right away joins the last run`() {
        jobs = [NumberedJob(0), NumberedJob(1)]
        for index in [0, 0, 1, 0] { _ = state.post(jobs[index]) }
        var batch: [JobRun] = []
        #expect(state.begin(ThreadID(1)) == true)
        #expect(state.next(&batch) == true)
        #expect(batch.map(\.count) == [2, 1, 1])
        #expect(batch.map { ($0.job.takeUnretainedValue() as? NumberedJob)?.index } == [0, 1, 0])
    }

    @Test mutating func `the budget counts jobs and not runs`() {
        let job = NumberedJob(0)
        for _ in 0..<Tuning.laneBudget { _ = state.post(job) }
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch()?.count == Tuning.laneBudget)
        #expect(state.post(job) == true)
    }

    @Test mutating func `no job is counted twice`() {
        let count = Tuning.laneBudget * 2 / 5
        post(count)
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch()?.count == count)
        post(count)
        #expect(takeBatch()?.count == count)
        #expect(state.post(job(-1)) == false)
        #expect(takeBatch() == [-1])
        post(Tuning.laneBudget - 2 * count - 1)
        #expect(takeBatch()?.count == Tuning.laneBudget - 2 * count - 1)
        #expect(state.post(job(-2)) == true)
    }

    @Test mutating func `each block starts with a full budget`() {
        for _ in 0..<3 {
            post(Tuning.laneBudget - 1)
            #expect(state.begin(ThreadID(1)) == true)
            #expect(takeBatch()?.count == Tuning.laneBudget - 1)
            #expect(state.post(job(-1)) == false)
            #expect(takeBatch() == [-1])
            #expect(takeBatch() == nil)
        }
    }

    @Test mutating func `a block that goes on for one that was turned away starts with a full budget`() {
        post(Tuning.laneBudget)
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch()?.count == Tuning.laneBudget)
        #expect(state.post(job(-1)) == true)
        #expect(state.begin(ThreadID(1)) == false)
        #expect(takeBatch() == [-1])
        post(Tuning.laneBudget - 2)
        #expect(takeBatch()?.count == Tuning.laneBudget - 2)
        #expect(state.post(job(-2)) == false)
        #expect(takeBatch() == [-2])
        #expect(state.post(job(-3)) == true)
    }

    @Test mutating func `a block that has used up its budget ends and leaves the rest to a block of its own`() {
        for index in 0..<Tuning.laneBudget { _ = state.post(job(index)) }
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch()?.count == Tuning.laneBudget)
        #expect(state.post(job(-1)) == true)
        #expect(state.post(job(-2)) == false)
        #expect(takeBatch() == nil)
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch() == [-1, -2])
        #expect(state.post(job(-3)) == false)
        #expect(takeBatch() == [-3])
        #expect(takeBatch() == nil)
    }

    @Test mutating func `a block that finds another one running leaves its jobs to that one`() {
        for index in 0..<Tuning.laneBudget { _ = state.post(job(index)) }
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch()?.count == Tuning.laneBudget)
        #expect(state.post(job(-1)) == true)
        #expect(state.begin(ThreadID(1)) == false)
        #expect(state.post(job(-2)) == false)
        #expect(takeBatch() == [-1, -2])
        #expect(takeBatch() == nil)
        #expect(state.post(job(-3)) == true)
        #expect(state.begin(ThreadID(1)) == true)
        #expect(takeBatch() == [-3])
    }

    @Test(arguments: 1...20)
    mutating func `whatever blocks do, each job is done once and in order`(_ seed: Int) {
        var random = seed, posted = 0, waitingBlocks = 0, isRunning = false, done: [Int] = []
        func number(below count: Int) -> Int {
            random = (random &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
            return (random >> 8) % count
        }
        for _ in 0..<500 {
            switch number(below: 3) {
            case 0:
                for _ in 0...number(below: 700) {
                    if state.post(job(posted)) { waitingBlocks += 1 }
                    posted += 1
                }
            case 1 where waitingBlocks > 0:
                waitingBlocks -= 1
                let mayRun = state.begin(ThreadID(1))
                #expect(mayRun != isRunning)
                isRunning = true
            case 2 where isRunning:
                if let batch = takeBatch() { done += batch } else { isRunning = false }
            default: break
            }
        }
        while isRunning || waitingBlocks > 0 {
            if !isRunning {
                waitingBlocks -= 1
                isRunning = state.begin(ThreadID(1))
            }
            while let batch = takeBatch() { done += batch }
            isRunning = false
        }
        #expect(done == Array(0..<posted))
    }

    private mutating func post(_ count: Int) {
        for index in 0..<count { _ = state.post(job(index)) }
    }

    /// Returns a job that this suite retains, because the state doesn't.
    private mutating func job(_ index: Int) -> NumberedJob {
        jobs.append(NumberedJob(index))
        return jobs[jobs.count - 1]
    }

    private mutating func takeBatch() -> [Int]? {
        var batch: [JobRun] = []
        guard state.next(&batch) else { return nil }
        return batch.flatMap { run in
            Array(repeating: run.job.takeUnretainedValue() as? NumberedJob, count: run.count)
        }.compactMap { $0?.index }
    }
}

private final class NumberedJob: Job, @unchecked Sendable {
    let index: Int
    init(_ index: Int) { self.index = index }
}
