import Measuring
import Testing

@Suite struct LimitTests {

    private let limit = Limit.rows(
        of: """
            workload | contender | goal | ratio | allocations | instructions
            send     | ours      | 2    | 3     | 4           | 1000
            """, names: 2)[0]

    @Test func `what has no limits needs no measurement`() {
        let limit = Limit.rows(of: "workload | goal | ratio | locks\nsend | 2 | 3 |", names: 1)[0]
        #expect(!limit.hasCounts)
        #expect(limit.complaints(about: [:]).isEmpty)
    }

    // MARK: - Counts

    @Test func `a count at its limit is neither too high nor too low`() {
        let costs = ["allocations": 4.0, "instructions": 1000]
        #expect(limit.complaints(about: costs) == [])
        #expect(limit.praises(for: costs) == [])
    }

    @Test func `a complaint names the row, the count and its limit`() {
        #expect(
            limit.complaints(about: ["allocations": 5, "instructions": 1000])
                == ["send: ours: allocations 5, allowed 4"])
    }

    @Test func `a count that wasn't measured is a complaint`() {
        #expect(limit.complaints(about: ["allocations": 4]) == ["send: ours: instructions not measured"])
    }

    @Test func `a praise tells what the limit can be lowered to`() {
        #expect(
            limit.praises(for: ["allocations": 3, "instructions": 970])
                == ["send: ours: allocations only 3 of 4 allowed", "send: ours: instructions only 970 of 1000 allowed"])
    }

    @Test func `a count that wasn't measured is no praise`() {
        #expect(limit.praises(for: [:]) == [])
    }

    @Test(arguments: [("allocations", 4.0, 0.018), ("instructions", 1000, 22)])
    func `both sides of a limit have the same tolerance`(title: String, limit expected: Double, tolerance: Double) {
        func costs(_ cost: Double) -> [String: Double] {
            ["allocations": 4.0, "instructions": 1000].merging([title: cost]) { $1 }
        }
        let inside = tolerance * 0.99, outside = tolerance * 1.01
        #expect(limit.complaints(about: costs(expected + inside)) == [])
        #expect(limit.complaints(about: costs(expected + outside)).count == 1)
        #expect(limit.praises(for: costs(expected - inside)) == [])
        #expect(limit.praises(for: costs(expected - outside)).count == 1)
    }

    @Test func `a few instructions more are noticed where there are few`() {
        let limit = Limit.rows(of: "workload | instructions\nsend to nobody | 20", names: 1)[0]
        #expect(limit.complaints(about: ["instructions": 22.5]).count == 1)
    }

    // MARK: - Times

    @Test func `a time isn't a count`() {
        #expect(limit.complaints(about: ["allocations": 4, "instructions": 1000, "ratio": 100]) == [])
    }

    @Test func `a time that is far off is measured three times`() {
        #expect(limit.needsAnotherAttempt(after: [6.1]))
        #expect(limit.needsAnotherAttempt(after: [6.1, 20]))
        #expect(!limit.needsAnotherAttempt(after: [6.1, 20, 7]))
        #expect(
            limit.complaint(aboutRatios: [20, 6.1, 7])
                == "send: ours: at least 6.10 times the floor in each of 3 attempts; "
                + "expected: up to 3 times, accepted: up to 2 times that")
    }

    @Test func `one attempt in order is enough`() {
        #expect(!limit.needsAnotherAttempt(after: [6]))
        #expect(limit.complaint(aboutRatios: [6]) == nil)
        #expect(!limit.needsAnotherAttempt(after: [20, 6]))
        #expect(limit.complaint(aboutRatios: [20, 6]) == nil)
        #expect(limit.complaint(aboutRatios: [20, 30, 6]) == nil)
    }

    @Test func `a time without a limit is never far off`() {
        let limit = Limit.rows(of: "workload | goal | ratio\nsend | 2 |", names: 1)[0]
        #expect(!limit.needsAnotherAttempt(after: [100]))
        #expect(limit.complaint(aboutRatios: [100, 100, 100]) == nil)
    }

    // MARK: - The tables

    @Test func `each row that is held to counts exists once`() {
        let names = Limit.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `each limit of a workload belongs to a contender that is measured`() {
        let workloads = Workload.all() + Workload.countedOnly()
        let contenders = workloads.flatMap { workload in workload.contenders.map { (workload, $0) } }
        for (workload, contender) in contenders {
            guard let limit = Limit.of(workload.name, contender.name) else { continue }
            #expect(!limit.hasCounts || contender.isCountable, "\(limit.name) depends on when threads run")
        }
        let names = Set(contenders.map { "\($0.0.name): \($0.1.name)" })
        let missing = Limit.all.filter { $0.name.contains(": ") && !names.contains($0.name) }
        #expect(missing.map(\.name) == [])
    }
}
