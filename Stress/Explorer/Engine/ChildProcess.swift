import Foundation
import StressSupport

/// Explores one scenario in its own process, so that a crash or hang does no harm.
struct ChildProcess {

    /// The outcome of exploring the scenario, even if the process crashed.
    static func explore(_ scenario: Scenario, _ options: ExplorerOptions) -> ExplorationOutcome {
        let (output, errors, status) = run(options.forChild(scenario))
        if let outcome = try? JSONDecoder().decode(ExplorationOutcome.self, from: output) { return outcome }
        var outcome = ExplorationOutcome(scenario: scenario.name, bound: options.bound)
        let lines = errors.split(separator: "\n").map(String.init)
        outcome.violations = lines.filter { $0.hasPrefix("VIOLATION ") }.map { String($0.dropFirst(10)) }
        outcome.violations += ["crash (status \(status)): " + (lines.first { $0.contains("atal error") } ?? errors)]
        let digits = lines.last { $0.hasPrefix("SCHEDULE ") }?.dropFirst(9) ?? ""
        outcome.choices = digits.compactMap(\.wholeNumberValue)
        return outcome
    }

    /// The steps of the schedule that failed.
    static func replay(_ outcome: ExplorationOutcome, _ options: ExplorerOptions) -> String {
        var arguments = ["--scenario", outcome.scenario, "--replay", Choices.text(outcome.choices)]
        if let mutant = options.mutant { arguments += ["--mutant", mutant] }
        return String(decoding: run(arguments).output, as: UTF8.self)
    }

    private static func run(_ arguments: [String]) -> (output: Data, errors: String, status: Int32) {
        let process = Process(), output = Pipe(), errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        if !FileManager.default.fileExists(atPath: "/proc/self/exe") {
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        }
        process.arguments = arguments
        // With the same hash seeds, dictionaries have the same order in each process.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]
        ) { $1 }
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch { return (Data(), "\(error)", -1) }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (text, String(decoding: complaints, as: UTF8.self), process.terminationStatus)
    }

    /// Performs the parent process's request.
    static func run(_ options: ExplorerOptions) {
        CrashReport.watch()
        guardProgress()
        let search = Search(scenario: options.scenarios[0], bound: options.bound, seconds: options.seconds)
        let outcome =
            options.samples.map { search.sample($0, seed: options.seed, changes: options.changes) } ?? search.exhaust()
        if let text = try? JSONEncoder().encode(outcome) { FileHandle.standardOutput.write(text) }
    }

    /// Ends the process if nothing moves: a thread waits for something that isn't a step.
    ///
    /// Only short sleeps count. So a process that is stopped for long, or gets no processor time,
    /// isn't ended.
    static func guardProgress() {
        Thread.detachNewThread {
            var last = -1
            while true {
                for _ in 0..<1500 { Thread.sleep(forTimeInterval: 0.01) }
                if CrashReport.progress == last {
                    CrashReport.tell()
                    printError("Fatal error: a thread waits for an event that the explorer doesn't know")
                    exit(4)
                }
                last = CrashReport.progress
            }
        }
    }
}

/// Writes a line without buffering, so that it's printed even if the process crashes next.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
