import Foundation
import StressSupport

/// Runs scenarios and prints their progress.
struct Runner {

    let options: HarnessOptions
    private let isTerminal = isatty(1) == 1
    private let watchdog: Watchdog

    init(_ options: HarnessOptions) {
        self.options = options
        watchdog = Watchdog(patience: 1.5 * options.patience)
    }

    func run() -> [StressOutcome] {
        let scenarios =
            options.scenarios.isEmpty ? StressScenario.all : options.scenarios.compactMap(StressScenario.named)
        let share = options.seconds / Double(scenarios.count)
        return scenarios.map { run($0, for: share) }
    }

    private func run(_ scenario: StressScenario, for seconds: Double) -> StressOutcome {
        let tally = Tally(), start = Date(), deadline = start + seconds
        var rounds = 0, seeds = SplitMix64(options.seed ^ scenario.name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        repeat {
            var round = StressRound(
                tally: tally, threads: options.threads, seed: seeds.next(), patience: options.patience,
                deadline: deadline, stuckMessages: options.stuckMessages)
            if let changes = options.changes { round.changes = changes }
            watchdog.watch(tally, "\(scenario.name), round \(rounds), \(options.repeating(scenario.name))")
            do {
                try scenario.round(round)
            } catch {
                tally.violate("hang: round \(rounds): \(error)")
            }
            rounds += 1
            if isTerminal { show("\r\(scenario.name): round \(rounds), \(tally.messages) messages ") }
        } while Date() < deadline && tally.violations == 0
        watchdog.rest()
        if isTerminal { show("\r\u{1B}[K") }
        let outcome = StressOutcome(scenario, tally, rounds: rounds, seconds: -start.timeIntervalSinceNow, options)
        if !isTerminal, !options.isJSON {
            let note = outcome.note.isEmpty ? "" : ", \(outcome.note)"
            print("\(scenario.name): \(rounds) rounds, \(outcome.violations) violations\(note)")
        }
        fflush(nil)
        for evidence in outcome.evidence { printError("VIOLATION \(scenario.name): \(evidence)") }
        if outcome.violations > 0 { printError("to repeat: \(outcome.repeatWith)") }
        return outcome
    }

    private func show(_ text: String) {
        guard !options.isJSON else { return }
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}

/// Ends the process with a report if nothing moves, not even the waiting thread.
final class Watchdog: Sendable {

    private let watched = Guarded<(tally: Tally, what: String)?>(nil)

    private let patience: Double

    init(patience: Double) {
        self.patience = patience
        Thread.detachNewThread { [self] in guardForever() }
    }

    func watch(_ tally: Tally, _ what: String) { watched.withLock { $0 = (tally, what) } }
    func rest() { watched.withLock { $0 = nil } }

    private func guardForever() {
        var lastMessages = -1, idle = 0.0
        while true {
            usleep(250_000)
            guard let (tally, what) = watched.withLock({ $0 }) else {
                idle = 0
                continue
            }
            idle = tally.messages == lastMessages ? idle + 0.25 : 0
            lastMessages = tally.messages
            guard idle >= patience else { continue }
            printError("VIOLATION hang: no progress for \(idle) seconds in \(what)")
            printError("stacks: gdb -p \(ProcessInfo.processInfo.processIdentifier) -batch -ex 'thread apply all bt'")
            exit(1)
        }
    }
}
