import Foundation
import RelayRig

/// Runs scenarios, one after the other. Returns `true` if there was no violation.
func stress(_ options: StressOptions) -> Bool {
    let start = Date()
    var passed = 0, failed: [String] = []
    let runs = options.runs ?? (options.seconds == nil ? options.scenarios.count : Int.max)
    for run in 0..<runs {
        if let seconds = options.seconds, -start.timeIntervalSinceNow >= seconds { break }
        let scenario = options.scenarios[run % options.scenarios.count], seed = options.seed &+ UInt64(run)
        let report = RunReport(scenario, seed: seed)
        printLine(report.description)
        if report.isGood { passed += 1 } else { failed.append("\(scenario.name) with seed \(seed)") }
    }
    for name in failed { printLine("failed: \(name)") }
    printLine("\(passed) passed, \(failed.count) failed")
    return failed.isEmpty
}

/// The result of one run in one line, followed by a line for each violation.
struct RunReport: CustomStringConvertible {

    private let scenario: Scenario
    private let seed: UInt64
    private var outcome: Outcome?
    private var parts: [(name: String, seconds: Double)] = []
    private var seconds = 0.0
    private(set) var complaints: [String] = []

    init(_ scenario: Scenario, seed: UInt64, plant: Round.Plant = Round.Plant()) {
        self.scenario = scenario
        self.seed = seed
        let start = Date()
        do {
            let round = try Round(scenario, seed: seed, plant: plant)
            defer { parts = round.parts }
            let outcome = try round.run()
            self.outcome = outcome
            complaints = outcome.violations(of: scenario.rules)
            if complaints.isEmpty, let point = scenario.missedPoint(outcome) { complaints = [point] }
        } catch {
            complaints = ["\(error)"]
        }
        seconds = -start.timeIntervalSinceNow
        if Children.count > 0 { complaints.append("\(Children.count) processes are still running") }
    }

    var isGood: Bool { complaints.isEmpty }

    var description: String {
        let numbers =
            outcome.map { "\($0.sent) sent, \($0.received) received, \($0.told) reported missing, " } ?? ""
        let head = "\(isGood ? "ok    " : "FAILED") \(scenario.name.padded(to: 30))seed \("\(seed)".padded(to: 12))"
        var line = "\(head)\(numbers)\(seconds.rounded(to: 100)) s"
        if seconds > 5 {
            line += " (" + parts.map { "\($0.name) \($0.seconds.rounded(to: 100)) s" }.joined(separator: ", ") + ")"
        }
        if isGood { return line }
        return ([line] + complaints.prefix(10)).joined(separator: "\n    ")
            + "\n    repeat: RelayStress --only \(scenario.name) --seed \(seed) --runs 1"
    }
}

extension String {

    /// The text, padded with spaces to at least this many letters.
    func padded(to count: Int) -> String { self + String(repeating: " ", count: max(1, count - self.count)) }
}

extension Double {

    /// The nearest multiple of a fraction.
    func rounded(to parts: Double) -> Double { (parts * self).rounded() / parts }
}
