import Foundation
import Measuring

/// What came out of one scenario.
struct Outcome: Encodable {
    let scenario: String
    let rounds: Int
    let messages: Int
    let messagesPerSecond: Int
    let checks: Int
    let violations: Int
    let note: String
    let evidence: [String]
    let repeatWith: String

    init(_ scenario: Scenario, _ tally: Tally, rounds: Int, seconds: Double, _ options: Options) {
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

func report(_ outcomes: [Outcome]) -> String {
    table(
        [["scenario", "messages", "messages/s", "checks", "violations"]]
            + outcomes.map {
                [$0.scenario, "\($0.messages)", "\($0.messagesPerSecond)", "\($0.checks)", "\($0.violations)"]
            })
}

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
