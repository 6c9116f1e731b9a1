import Foundation
import SwiftObserver

/// Explores all scenarios. Returns `true` if there were no violations and all were complete.
func explore(_ options: ExplorerOptions) -> Bool {
    let began = Date()
    say(row("scenario", "schedules", "complete", "longest", "violations", "seconds"))
    let outcomes = inParallel(options.scenarios) { scenario in
        let outcome = ChildProcess.explore(scenario, options)
        say(row(of: outcome, options))
        return outcome
    }
    let failed = outcomes.filter { !$0.violations.isEmpty }
    for outcome in failed { tell(outcome, options) }
    let incomplete = options.samples == nil ? outcomes.filter { !$0.isComplete && $0.violations.isEmpty } : []
    for outcome in incomplete { say("\(outcome.scenario) wasn't explored completely.") }
    let schedules = outcomes.reduce(0) { $0 + $1.schedules }
    let seconds = Int(-began.timeIntervalSinceNow + 0.5)
    let sort = options.samples == nil ? "bound \(options.bound)" : "random, seed \(options.seed)"
    say("\(outcomes.count) scenarios, \(schedules) schedules (\(sort)), \(failed.count) failed, \(seconds) seconds")
    return failed.isEmpty && incomplete.isEmpty
}

/// Prints the steps of a schedule. Returns `true` if each run had the same steps and no violation.
func replay(_ choices: [Int], _ options: ExplorerOptions) -> Bool {
    let search = Search(scenario: options.scenarios[0], bound: options.bound, seconds: options.seconds)
    CrashReport.watch()
    ChildProcess.guardProgress()
    let (trace, outcome) = search.replay(choices, isPrinted: true)
    for violation in outcome.violations { say("violation: \(violation)") }
    var isSame = true
    for _ in 1..<options.times where !search.explorer.isStuck {
        if !search.replay(choices, isPrinted: false).trace.hasSameSteps(as: trace) { isSame = false }
    }
    if options.times > 1 { say("\(options.times) times \(isSame ? "exactly the same" : "NOT the same")") }
    return isSame && outcome.violations.isEmpty
}

private func tell(_ outcome: ExplorationOutcome, _ options: ExplorerOptions) {
    say("\nVIOLATION in \(outcome.scenario), found with schedule \(outcome.schedules)")
    for violation in outcome.violations { say("  \(violation)") }
    let mutant = options.mutant.map { " --mutant \($0)" } ?? ""
    let arguments = "--scenario \(outcome.scenario) --replay \(Choices.text(outcome.choices))\(mutant)"
    say("to repeat it step by step: make explore ARGS=\"\(arguments)\"")
    say(ChildProcess.replay(outcome, options))
}

private func row(of outcome: ExplorationOutcome, _ options: ExplorerOptions) -> String {
    row(
        outcome.scenario, "\(outcome.schedules)", outcome.isComplete ? "yes" : options.samples == nil ? "NO" : "random",
        "\(outcome.longest)", "\(outcome.violations.count)", String(format: "%.1f", outcome.seconds))
}

private func row(_ name: String, _ columns: String...) -> String {
    let columns = columns.map { String(repeating: " ", count: max(0, 11 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 34 - name.count)) + columns.joined()
}

/// Maps all elements, as many at once as there are processors.
func inParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ map: @escaping @Sendable (Element) -> Result
) -> [Result] {
    let results = Box([Result?](repeating: nil, count: elements.count)), lock = NSLock()
    let next = Box(0)
    let threads = (0..<max(2, ProcessInfo.processInfo.activeProcessorCount)).map { _ in
        let thread = Joinable {
            while true {
                let index = lock.withLock {
                    defer { next.content += 1 }
                    return next.content
                }
                guard index < elements.count else { return }
                let result = map(elements[index])
                lock.withLock { results.content[index] = result }
            }
        }
        return thread
    }
    for thread in threads { thread.join() }
    return results.content.compactMap { $0 }
}

/// A thread that can be joined.
private final class Joinable: @unchecked Sendable {

    private let end = NSCondition()
    private var hasEnded = false

    init(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            work()
            end.withLock {
                hasEnded = true
                end.broadcast()
            }
        }
    }

    func join() { end.withLock { while !hasEnded { end.wait() } } }
}
