import Measuring

/// The outcome of one scenario.
struct StressOutcome: Encodable {
    let scenario: String
    let rounds: Int
    let messages: Int
    let messagesPerSecond: Int
    let checks: Int
    let violations: Int
    let note: String
    let evidence: [String]
    let repeatWith: String

    init(_ scenario: StressScenario, _ tally: Tally, rounds: Int, seconds: Double, _ options: HarnessOptions) {
        self.scenario = scenario.name
        self.rounds = rounds
        messages = tally.messages
        messagesPerSecond = Int(Double(tally.messages) / max(seconds, 0.001))
        checks = tally.checks
        violations = tally.violations
        note = tally.note
        evidence = tally.keptEvidence
        repeatWith = options.repeating(scenario.name)
    }
}

func report(_ outcomes: [StressOutcome]) -> String {
    table(
        [["scenario", "messages", "messages/s", "checks", "violations"]]
            + outcomes.map {
                [$0.scenario, "\($0.messages)", "\($0.messagesPerSecond)", "\($0.checks)", "\($0.violations)"]
            })
}
