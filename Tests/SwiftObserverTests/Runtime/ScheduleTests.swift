import Testing

@testable import SwiftObserver

@Suite struct ScheduleTests {

    private var schedule = Schedule()
    private var jobs: [Job] = []

    @Test mutating func `only the first errand needs a block`() {
        let needsBlock = (0..<3).map { schedule.post(job($0)) }
        #expect(needsBlock == [true, false, false])
        #expect(schedule.begin() == true)
        #expect(takeBatch() == [0, 1, 2])
        #expect(takeBatch() == nil)
    }

    @Test mutating func `what is posted while a block runs joins it`() {
        #expect(schedule.post(job(0)) == true)
        #expect(schedule.begin() == true)
        #expect(takeBatch() == [0])
        #expect(schedule.post(job(1)) == false)
        #expect(takeBatch() == [1])
        #expect(takeBatch() == nil)
        #expect(schedule.post(job(2)) == true)
    }

    @Test mutating func `an errand that is posted again right away needs no further ticket`() {
        jobs = [Job(0), Job(1)]
        for index in [0, 0, 1, 0] { _ = schedule.post(jobs[index]) }
        var batch: [Ticket] = []
        #expect(schedule.begin() == true)
        #expect(schedule.next(&batch) == true)
        #expect(batch.map(\.count) == [2, 1, 1])
        #expect(batch.map { ($0.errand.takeUnretainedValue() as? Job)?.index } == [0, 1, 0])
    }

    @Test mutating func `patience counts errands and not tickets`() {
        let job = Job(0)
        for _ in 0..<Schedule.initialPatience { _ = schedule.post(job) }
        #expect(schedule.begin() == true)
        #expect(takeBatch()?.count == Schedule.initialPatience)
        #expect(schedule.post(job) == true)
    }

    @Test mutating func `no errand costs patience twice`() {
        let count = Schedule.initialPatience * 2 / 5
        post(count)
        #expect(schedule.begin() == true)
        #expect(takeBatch()?.count == count)
        post(count)
        #expect(takeBatch()?.count == count)
        #expect(schedule.post(job(-1)) == false)
        #expect(takeBatch() == [-1])
        post(Schedule.initialPatience - 2 * count - 1)
        #expect(takeBatch()?.count == Schedule.initialPatience - 2 * count - 1)
        #expect(schedule.post(job(-2)) == true)
    }

    @Test mutating func `each block starts with full patience`() {
        for _ in 0..<3 {
            post(Schedule.initialPatience - 1)
            #expect(schedule.begin() == true)
            #expect(takeBatch()?.count == Schedule.initialPatience - 1)
            #expect(schedule.post(job(-1)) == false)
            #expect(takeBatch() == [-1])
            #expect(takeBatch() == nil)
        }
    }

    @Test mutating func `a block that goes on for one that was turned away starts with full patience`() {
        post(Schedule.initialPatience)
        #expect(schedule.begin() == true)
        #expect(takeBatch()?.count == Schedule.initialPatience)
        #expect(schedule.post(job(-1)) == true)
        #expect(schedule.begin() == false)
        #expect(takeBatch() == [-1])
        post(Schedule.initialPatience - 2)
        #expect(takeBatch()?.count == Schedule.initialPatience - 2)
        #expect(schedule.post(job(-2)) == false)
        #expect(takeBatch() == [-2])
        #expect(schedule.post(job(-3)) == true)
    }

    @Test mutating func `a block that lost its patience ends and leaves the rest to a block of its own`() {
        for index in 0..<Schedule.initialPatience { _ = schedule.post(job(index)) }
        #expect(schedule.begin() == true)
        #expect(takeBatch()?.count == Schedule.initialPatience)
        #expect(schedule.post(job(-1)) == true)
        #expect(schedule.post(job(-2)) == false)
        #expect(takeBatch() == nil)
        #expect(schedule.begin() == true)
        #expect(takeBatch() == [-1, -2])
        #expect(schedule.post(job(-3)) == false)
        #expect(takeBatch() == [-3])
        #expect(takeBatch() == nil)
    }

    @Test mutating func `a block that finds another one running leaves its errands to that one`() {
        for index in 0..<Schedule.initialPatience { _ = schedule.post(job(index)) }
        #expect(schedule.begin() == true)
        #expect(takeBatch()?.count == Schedule.initialPatience)
        #expect(schedule.post(job(-1)) == true)
        #expect(schedule.begin() == false)
        #expect(schedule.post(job(-2)) == false)
        #expect(takeBatch() == [-1, -2])
        #expect(takeBatch() == nil)
        #expect(schedule.post(job(-3)) == true)
        #expect(schedule.begin() == true)
        #expect(takeBatch() == [-3])
    }

    @Test(arguments: 1...20)
    mutating func `whatever blocks do, each errand is done once and in order`(_ seed: Int) {
        var state = seed, posted = 0, waitingBlocks = 0, isRunning = false, done: [Int] = []
        func random(_ count: Int) -> Int {
            state = (state &* 1_103_515_245 &+ 12345) & 0x7fff_ffff
            return (state >> 8) % count
        }
        for _ in 0..<500 {
            switch random(3) {
            case 0:
                for _ in 0...random(700) {
                    if schedule.post(job(posted)) { waitingBlocks += 1 }
                    posted += 1
                }
            case 1 where waitingBlocks > 0:
                waitingBlocks -= 1
                let mayRun = schedule.begin()
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
                isRunning = schedule.begin()
            }
            while let batch = takeBatch() { done += batch }
            isRunning = false
        }
        #expect(done == Array(0..<posted))
    }

    private mutating func post(_ count: Int) {
        for index in 0..<count { _ = schedule.post(job(index)) }
    }

    /// A schedule doesn't hold its errands.
    private mutating func job(_ index: Int) -> Job {
        jobs.append(Job(index))
        return jobs[jobs.count - 1]
    }

    private mutating func takeBatch() -> [Int]? {
        var batch: [Ticket] = []
        guard schedule.next(&batch) else { return nil }
        return batch.flatMap { ticket in
            Array(repeating: ticket.errand.takeUnretainedValue() as? Job, count: ticket.count)
        }.compactMap { $0?.index }
    }
}

private final class Job: Errand, @unchecked Sendable {
    let index: Int
    init(_ index: Int) { self.index = index }
}
