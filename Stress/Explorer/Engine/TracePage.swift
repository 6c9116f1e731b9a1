import Foundation
import StressSupport
import SwiftCode

/// The page that shows traces of messages, and the traces themselves.
///
/// The page has five blocks of code for each schedule. Three are the state before, in between and
/// after, and two are the parts of the trace between these. Each block is between
/// `<!-- shown: NAME, BLOCK -->` and `<!-- end -->`.
struct TracePage {

    private static let path = "Docs/SwiftObserver.docc/LifeOfAMessage.md"

    /// A schedule, and the part of its trace that the page shows.
    private struct Schedule {
        let name: String
        let scenario: String
        let turns: [Search.Turn]

        /// The page begins after the first step with this text, or with the first step.
        var beginning: String?

        /// The second part begins with the first step with this text.
        let middle: String

        /// The page ends with the first step with this text, or before the first step of a thread.
        var lastStep: String?
        var nextThread: String?
    }

    private static let schedules = [
        Schedule(
            name: "delivered at once", scenario: "life-of-a-message",
            turns: [.init(thread: "A"), .init(thread: "queue"), .init(thread: "B")], middle: "dog ends",
            nextThread: "B"),
        Schedule(
            name: "left as a letter", scenario: "life-as-a-letter",
            turns: [.init(thread: "A", lastStep: "dog begins with 1"), .init(thread: "B"), .init(thread: "A")],
            beginning: "dog begins with 1", middle: "dog ends"),
        Schedule(
            name: "posted to a running block", scenario: "life-on-a-lane", turns: whileHandling,
            beginning: "cat begins with 1", middle: "cat ends", lastStep: "cat begins with 2"),
        Schedule(
            name: "ended while the handler runs", scenario: "life-of-an-observation", turns: whileHandling,
            beginning: "cat begins with 1", middle: "cat ends"),
    ]

    /// Thread B runs while the handler on the queue handles the message of thread A.
    private static let whileHandling: [Search.Turn] = [
        .init(thread: "A"), .init(thread: "queue", lastStep: "cat begins with 1"), .init(thread: "B"),
        .init(thread: "queue"),
    ]

    /// Compares the traces on the page with those of today, or writes them to the page.
    ///
    /// - Returns: `true` if they agree.
    static func check(isWritten: Bool) throws -> Bool {
        let sources = try SwiftSources(folder: "Sources/SwiftObserver")
        let page = try String(contentsOfFile: path, encoding: .utf8)
        var text = page, legend = TraceLegend()
        for schedule in schedules {
            let blocks = try Self.blocks(of: schedule, sources, &legend)
            for (block, lines) in zip(["before", "first part", "between", "second part", "after"], blocks) {
                try replace("<!-- shown: \(schedule.name), \(block) -->", with: lines, in: &text)
            }
        }
        try legend.check()
        if isWritten { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        if text == page || isWritten {
            say("\(path) has the traces of \(schedules.count) schedules")
            return true
        }
        say("\(path) doesn't show the steps of today. To write them: make explore ARGS=--write-traces")
        return false
    }

    private static func replace(_ mark: String, with lines: [String], in text: inout String) throws {
        guard let begin = text.range(of: mark)?.upperBound,
            let end = text.range(of: "<!-- end -->", range: begin..<text.endIndex)?.lowerBound
        else { throw ProgramError("\(path) doesn't contain '\(mark)' and, after it, '<!-- end -->'.") }
        text.replaceSubrange(begin..<end, with: "\n\n```\n\(lines.map { $0 + "\n" }.joined())```\n\n")
    }

    /// The blocks of code that the page shows of a schedule.
    private static func blocks(
        of schedule: Schedule, _ sources: SwiftSources, _ legend: inout TraceLegend
    ) throws -> [[String]] {
        guard let scenario = Scenario.named(schedule.scenario) else {
            throw ProgramError("There's no scenario \(schedule.scenario).")
        }
        let trace = try Search(scenario: scenario, bound: 0, seconds: .infinity).trace(schedule.turns)
        let begin = try schedule.beginning.map { try index(of: $0, in: trace) + 1 } ?? 0
        let middle = try index(of: schedule.middle, in: trace)
        let end =
            try schedule.lastStep.map { try index(of: $0, in: trace) + 1 }
            ?? trace.steps.firstIndex { $0.thread == schedule.nextThread } ?? trace.steps.count
        guard let last = trace.lastPicture, begin < middle, middle < end else {
            throw ProgramError("The trace '\(schedule.name)' isn't that of \(schedule.scenario).")
        }
        let pictures = trace.steps.compactMap(\.picture) + [last]
        let drawings = Picture.drawings(of: [pictures[begin], pictures[middle], pictures[end]])
        let table = TraceTable(trace.steps, pictures, sources)
        let lines = [begin..<middle, middle..<end].map { table.lines(of: $0, &legend) }
        return [drawings[0], lines[0], drawings[1], lines[1], drawings[2]]
    }

    private static func index(of step: String, in trace: Trace) throws -> Int {
        guard let index = trace.steps.firstIndex(where: { $0.what == step }) else {
            throw ProgramError("No thread makes the step '\(step)'.")
        }
        return index
    }
}
