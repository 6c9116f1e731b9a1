import Measuring
import Testing

@Suite struct TrendTests {

    private func entry(_ ratio: Double, row: String = "send: ours", processor: String = "fast") -> Trend.Entry {
        Trend.Entry(
            date: "2026-11-25T12:00:00Z", commit: "1a2b3c4", processor: processor, row: row, ratio: ratio,
            nanoseconds: ratio * 20)
    }

    private func trend(_ entries: [Trend.Entry]) -> Trend {
        Trend(entries.map { $0.line + "\n" }.joined())
    }

    @Test func `a line is read as it was written`() {
        let entries = [entry(1.25), entry(3, row: "send to 10: a, b")]
        #expect(trend(entries).entries == entries)
    }

    @Test func `a line that wasn't written to its end is left out`() {
        let line = entry(1.25).line
        #expect(Trend(line + "\n" + line.dropLast(5)).entries.count == 1)
        #expect(Trend(line + "\n" + line.prefix(30) + "\n" + line).entries.count == 2)
    }

    @Test func `a first run is compared with nothing`() {
        #expect(trend([]).change(to: entry(1)) == nil)
    }

    @Test func `a change is measured by the median`() throws {
        let change = try #require(trend([1, 2, 9].map { entry($0) }).change(to: entry(3)))
        #expect(change.before.median == 2)
        #expect(change.part == 0.5)
        #expect(change.runs == 3)
    }

    @Test func `only the same row on the same processor is compared`() {
        let trend = trend([entry(1, row: "send: others"), entry(1, processor: "slow")])
        #expect(trend.change(to: entry(1)) == nil)
    }

    @Test func `only the last ten runs are compared`() throws {
        let change = try #require(trend((1...30).map { entry(Double($0)) }).change(to: entry(1)))
        #expect(change.runs == 10)
        #expect(change.before.lowest == 21)
        #expect(change.before.highest == 30)
    }

    @Test(arguments: [(0.9, true), (1, false), (1.5, false), (2, false), (2.1, true)])
    func `a ratio is new if all earlier ones are lower, or higher`(ratio: Double, isNew: Bool) {
        #expect(trend([entry(1), entry(2)]).change(to: entry(ratio))?.isNew == isNew)
    }
}
