import Foundation

/// Runs the program itself, and checks its output.
func testProgram() -> Bool {
    [
        complains(["--bogus"], "unknown option --bogus", "--scenario NAME"),
        complains(["--threads"], "--threads needs", "2 to 256"),
        complains(["--threads", "1"], "--threads needs", "2 to 256", "not 1"),
        complains(["--threads", "many"], "--threads needs", "2 to 256", "not many"),
        complains(["--seconds", "0"], "--seconds needs", "above 0", "not 0"),
        complains(["--seconds", "nan"], "--seconds needs", "above 0", "not nan"),
        complains(["--patience", "-1"], "--patience needs", "above 0", "not -1"),
        complains(["--seed", "-1"], "--seed needs", "a whole number", "not -1"),
        complains(["--scenario", "bogus"], "--scenario needs", "total-order", "not bogus"),
        complains(["--changes", "0"], "--changes needs", "above 0", "not 0"),
        says("--help lists the options", ["--help"], status: 0) { $0.contains("--json") },
        says("--list names all scenarios", ["--list"], status: 0) { text in
            StressScenario.all.allSatisfy { text.contains($0.name) && text.contains($0.claim) }
        },
        says("--json is JSON with all fields", ["--json", "--seconds", "0.2", "--seed", "7"], status: 0, isJSON),
        says("50 programs shut down on SIGTERM", ["--sigterm-runs", "50"], status: 0) {
            $0.contains("50 programs received SIGTERM, 0 failed")
        },
        says("progress comes in lines", ["--seconds", "0.1", "--scenario", "variables"], status: 0) {
            $0.contains(/\nvariables: \d+ rounds, 0 violations/) && !$0.contains("\r") && $0.hasPrefix("seed ")
        },
        says("a violation is reported with the command that repeats it", broken("order"), status: 1, errors: true) {
            $0.contains("VIOLATION broken-order: order: ") && $0.contains(/to repeat: make stress ARGS=.*--seed \d+/)
        },
        says("a hang of threads is reported", broken("threads"), status: 1, errors: true) {
            $0.contains("VIOLATION broken-threads: hang: ") && $0.contains("waiting for threads [")
        },
        says("a hang of the main thread is reported", broken("main"), status: 1, errors: true) {
            $0.contains(/VIOLATION hang: no progress for .* in broken-main, round 0, make stress/)
        },
    ].allSatisfy { $0 }
}

private func broken(_ name: String) -> [String] {
    ["--scenario", "broken-\(name)", "--patience", "1", "--seconds", "60"]
}

private func complains(_ arguments: [String], _ parts: String...) -> Bool {
    says("complains about \(arguments.joined(separator: " "))", arguments, status: 2, errors: true) { text in
        parts.allSatisfy(text.contains)
    }
}

private func isJSON(_ text: String) -> Bool {
    guard let outcomes = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] else {
        return false
    }
    let numbers = ["rounds", "messages", "messagesPerSecond", "checks", "violations"]
    return outcomes.map { $0["scenario"] as? String } == StressScenario.all.map(\.name)
        && outcomes.allSatisfy { outcome in
            numbers.allSatisfy { outcome[$0] is Int } && outcome["evidence"] as? [String] == []
                && outcome["note"] is String && (outcome["repeatWith"] as? String)?.contains("--seed 7 ") == true
        }
}

/// Runs the program for at most half a minute, and judges its output.
private func says(
    _ claim: String, _ arguments: [String], status: Int32, errors: Bool = false, _ isRight: (String) -> Bool
) -> Bool {
    let program = Process(), output = Pipe(), complaints = Pipe(), start = Date()
    program.executableURL = Bundle.main.executableURL
    program.arguments = arguments
    program.standardOutput = output
    program.standardError = complaints
    guard (try? program.run()) != nil else {
        print("MISSED the program could not be started")
        return false
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 30) { program.terminate() }
    let spoken = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let written = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    let text = errors ? written : spoken, seconds = -start.timeIntervalSinceNow
    let isRight = program.terminationStatus == status && isRight(text) && seconds < 25
    print(isRight ? "right  \(claim)" : "WRONG  \(claim): status \(program.terminationStatus), \(text)")
    return isRight
}
