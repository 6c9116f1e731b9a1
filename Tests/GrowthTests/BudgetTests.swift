import GrowthBudget
import Testing

@Suite struct BudgetTests {

    private let table = "# Comment 2\nfunctions from send    10\nlines of A    300\n"

    @Test(arguments: [(10, 300, []), (11, 300, ["functions from send: 11, limit: 10"]), (9, 299, [])])
    func `only values above their limits are too much`(functions: Int, lines: Int, excesses: [String]) {
        let judgement = judge(functions, lines)
        #expect(judgement.excesses == excesses)
        #expect(judgement.canBeLowered == (functions < 10))
        #expect(judgement.table.count { $0.hasSuffix("  too much") } == excesses.count)
        #expect(judgement.table.count { $0.hasSuffix("  can be lowered by 1") } == (functions < 10 ? 2 : 0))
    }

    @Test func `the complaint names measure, value, limit and remedy`() {
        let complaint = judge(11, 301).complaint
        for text in ["functions from send: 11, limit: 10", "lines of A: 301, limit: 300", "make growth-update"] {
            #expect(complaint.contains(text))
        }
    }

    @Test func `a measure without a limit is too much, even if it's zero`() {
        #expect(judge(10, 300, Measure("types in B", 0)).excesses == ["types in B: 0, limit: none"])
    }

    @Test func `a limit without a measure can be removed`() {
        let judgement = Budget(table).judge([Measure("lines of A", 300)])
        #expect(judgement.excesses.isEmpty)
        #expect(judgement.canBeLowered)
        #expect(judgement.table.last?.hasPrefix("functions from send") == true)
    }

    @Test func `a written table keeps the comments and allows exactly what was measured`() {
        let measures = [Measure("functions from send", 11), Measure("lines of A", 1234)]
        let written = Budget.table(of: measures, commentedAs: table)
        #expect(written.hasPrefix("# Comment 2\nfunctions from send  "))
        #expect(Budget(written).judge(measures).excesses.isEmpty)
        #expect(!Budget(written).judge(measures).canBeLowered)
    }

    private func judge(_ functions: Int, _ lines: Int, _ more: Measure...) -> Budget.Judgement {
        Budget(table).judge([Measure("functions from send", functions), Measure("lines of A", lines)] + more)
    }
}
