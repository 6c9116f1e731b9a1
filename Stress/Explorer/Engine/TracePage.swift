import Foundation
import StressSupport
import SwiftCode

/// The page that shows traces of messages, and the traces themselves.
///
/// On the page, each trace is a block of code between `<!-- trace: NAME -->` and `<!-- end -->`.
struct TracePage {

    private static let path = "Docs/SwiftObserver.docc/LifeOfAMessage.md"

    /// A schedule of the scenario `life-of-a-message`.
    private struct Schedule {
        let name: String

        /// The step after which thread B runs, if it interrupts thread A.
        var interruption: String?
    }

    private static let schedules = [
        Schedule(name: "delivered at once"), Schedule(name: "left as a letter", interruption: "dog begins with 1"),
    ]

    /// Compares the traces on the page with those of today, or writes them to the page.
    ///
    /// - Returns: `true` if they agree.
    static func check(isWritten: Bool) throws -> Bool {
        guard let scenario = Scenario.named("life-of-a-message") else { throw ProgramError("The scenario is gone.") }
        let sources = try SwiftSources(folder: "Sources/SwiftObserver")
        let page = try String(contentsOfFile: path, encoding: .utf8)
        var text = page
        for schedule in schedules {
            let trace = Search(scenario: scenario, bound: 0, seconds: .infinity).trace(
                interruptingAfter: schedule.interruption)
            let mark = "<!-- trace: \(schedule.name) -->"
            guard let begin = text.range(of: mark)?.upperBound,
                let end = text.range(of: "<!-- end -->", range: begin..<text.endIndex)?.lowerBound
            else { throw ProgramError("\(path) doesn't contain '\(mark)' and, after it, '<!-- end -->'.") }
            let block = table(of: trace, sources).map { $0 + "\n" }.joined()
            text.replaceSubrange(begin..<end, with: "\n\n```\n\(block)```\n\n")
        }
        if isWritten { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        if text == page || isWritten {
            say("\(path) has the traces of \(schedules.count) schedules")
            return true
        }
        say("\(path) doesn't show the steps of today. To write them: make explore ARGS=--write-traces")
        return false
    }

    /// The lines of a trace, with the function of the library in which each step is done.
    private static func table(of trace: Trace, _ sources: SwiftSources) -> [String] {
        trace.steps.map { step in
            let function = step.place.map { Self.function(at: $0, sources) } ?? ""
            let columns = [step.thread.padded(to: 10), step.what.padded(to: 28), function]
            return columns.joined().trimmingSuffix(" ")
        }
    }

    private static func function(at place: Trace.Place, _ sources: SwiftSources) -> String {
        guard let source = sources.sources.first(where: { $0.file.hasSuffix("/\(place.file)") }) else { return "" }
        let around = source.declarations.filter { declaration in
            let tokens = source.tokens[declaration.tokens]
            guard let first = tokens.first, let last = tokens.last, declaration.kind != .accessor else { return false }
            return source.line(of: first.range.lowerBound)...source.line(of: last.range.upperBound) ~= place.line
        }
        return around.last.map { $0.path.description } ?? ""
    }
}

extension String {

    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }

    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var text = self
        while text.last == character { text.removeLast() }
        return text
    }
}
