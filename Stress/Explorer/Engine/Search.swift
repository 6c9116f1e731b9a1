import Foundation
import StressSupport

/// Runs a scenario under many schedules.
struct Search {

    let scenario: Scenario
    let explorer = Explorer.shared

    /// How many times a thread may be interrupted although it could go on.
    let bound: Int

    /// After how many seconds the search gives up.
    let seconds: Double

    // MARK: - All schedules

    /// Runs all schedules with few preemptions, then all with more of them, until one fails or the bound is reached.
    func exhaust() -> ExplorationOutcome {
        let began = Date()
        var outcome = ExplorationOutcome(scenario: scenario.name, bound: bound)
        warmUp(&outcome)
        for bound in 0...min(bound, scenario.bound) where outcome.violations.isEmpty {
            outcome.schedulesOfBound = 0
            exhaust(bound: bound, began + seconds, &outcome)
        }
        outcome.seconds = -began.timeIntervalSinceNow
        return outcome
    }

    private func exhaust(bound: Int, _ deadline: Date, _ outcome: inout ExplorationOutcome) {
        var path: [ChoicePoint] = [], shared = explorer.shared.count
        outcome.isComplete = false
        repeat {
            run(&path)
            outcome.count(explorer)
            if !explorer.violations.isEmpty || Date() > deadline { return }
            if explorer.shared.count > shared {
                // what nobody else seemed to touch was touched by others after all, so some choices were left out
                shared = explorer.shared.count
                path = []
                outcome.schedulesOfBound = 0
                continue
            }
            if !ChoicePoint.advance(&path, bound: bound) {
                outcome.isComplete = true
                return
            }
        } while true
    }

    /// Runs one schedule that begins with the choices of the path, and completes the path.
    private func run(_ path: inout [ChoicePoint]) {
        var forks = path
        var index = 0
        explorer.choose = { question in
            defer { index += 1 }
            if index < forks.count { return forks[index].choice }
            forks.append(
                ChoicePoint(options: question.isLocal ? 1 : question.options.count, isPreemption: question.isPreemption)
            )
            return 0
        }
        explorer.run(scenario)
        path = forks
    }

    // MARK: - Random schedules

    /// Runs schedules in which the threads have random priorities, which change at a few random steps.
    ///
    /// That finds defects that need few such changes with a known probability, however long the schedules are.
    func sample(_ count: Int, seed: UInt64, changes: Int) -> ExplorationOutcome {
        let began = Date()
        var outcome = ExplorationOutcome(scenario: scenario.name, bound: changes), random = SplitMix64(seed)
        warmUp(&outcome)
        var length = max(explorer.choices.count, 1)
        for _ in 0..<count where outcome.violations.isEmpty {
            let steps = Set((0..<changes).map { _ in Int.random(in: 0..<length, using: &random) })
            var index = 0
            explorer.choose = { question in
                for thread in question.options where thread.priority == 0 {
                    thread.priority = Int.random(in: 1000...1_000_000, using: &random)
                }
                if steps.contains(index) { question.options[0].priority = 1 + index % 900 }
                index += 1
                let highest = question.options.map(\.priority).max()
                return question.options.firstIndex { $0.priority == highest } ?? 0
            }
            explorer.run(scenario)
            length = max(length, explorer.choices.count)
            outcome.count(explorer)
        }
        outcome.seconds = -began.timeIntervalSinceNow
        return outcome
    }

    // MARK: - One schedule

    /// Runs the scenario once, so that whatever exists only once in the process exists from then on.
    private func warmUp(_ outcome: inout ExplorationOutcome) {
        explorer.choose = { _ in 0 }
        explorer.run(scenario)
        if explorer.isStuck { outcome.count(explorer) }
    }

    /// Runs exactly one schedule and tells what happens.
    func replay(_ choices: [Int], isPrinted: Bool) -> (trace: Trace, outcome: ExplorationOutcome) {
        var outcome = ExplorationOutcome(scenario: scenario.name, bound: 0)
        var rest = choices[...]
        let trace = Trace(isPrinted: isPrinted)
        if rest.contains(where: { $0 > 0 }) { warmUp(&outcome) }
        if explorer.isStuck { return (trace, outcome) }
        explorer.trace = trace
        explorer.choose = { _ in rest.popFirst() ?? 0 }
        explorer.run(scenario)
        explorer.trace = nil
        outcome.count(explorer)
        return (trace, outcome)
    }
}

/// A step at which there were several options, and which one was chosen.
struct ChoicePoint {
    let options: Int
    let isPreemption: Bool
    var choice = 0

    var preemptions: Int { isPreemption && choice > 0 ? 1 : 0 }

    /// Makes the path lead to the next schedule, or tells that there is none.
    static func advance(_ path: inout [ChoicePoint], bound: Int) -> Bool {
        var preemptions = path.reduce(0) { $0 + $1.preemptions }
        while var fork = path.popLast() {
            preemptions -= fork.preemptions
            fork.choice += 1
            if fork.choice < fork.options, preemptions + fork.preemptions <= bound {
                path.append(fork)
                return true
            }
        }
        return false
    }
}

/// What came out of running a scenario.
struct ExplorationOutcome: Codable {
    let scenario: String
    let bound: Int
    var isComplete = false

    /// How many schedules were run, and how many of them with the last bound.
    var schedules = 0
    var schedulesOfBound = 0

    /// The number of steps in the longest schedule.
    var longest = 0
    var violations: [String] = []

    /// The schedule that failed.
    var choices: [Int] = []
    var seconds = 0.0

    mutating func count(_ explorer: Explorer) {
        schedules += 1
        schedulesOfBound += 1
        longest = max(longest, explorer.choices.count)
        if explorer.violations.isEmpty || !violations.isEmpty { return }
        violations = explorer.violations
        choices = explorer.choices
    }
}
