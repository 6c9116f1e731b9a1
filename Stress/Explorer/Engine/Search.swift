import Foundation
import StressSupport

/// Runs a scenario under many schedules.
struct Search {

    let scenario: Scenario
    let explorer = Explorer.shared

    /// The number of times that a thread may be interrupted although it could continue.
    let bound: Int

    /// The number of seconds after which the search gives up.
    let seconds: Double

    // MARK: - All schedules

    /// Runs all schedules, with more and more preemptions, until one fails or the bound is met.
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
                // an object that seemed local has been touched by another thread, so some choices
                // were left out
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

    /// Runs schedules in which threads have random priorities, which change at a few steps.
    ///
    /// That finds defects that need few such changes with a known probability, even in long
    /// schedules.
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

    /// Runs the scenario once, so that everything that exists once per process is created.
    private func warmUp(_ outcome: inout ExplorationOutcome) {
        explorer.choose = { _ in 0 }
        explorer.run(scenario)
        if explorer.isStuck { outcome.count(explorer) }
    }

    /// Runs exactly one schedule, and returns its trace and outcome.
    func replay(_ choices: [Int], isPrinted: Bool) -> (trace: Trace, outcome: ExplorationOutcome) {
        var outcome = ExplorationOutcome(scenario: scenario.name, bound: 0)
        var rest = choices[...]
        let trace = Trace(isPrinted: isPrinted)
        if rest.contains(where: { $0 > 0 }) { warmUp(&outcome) }
        if explorer.isStuck { return (trace, outcome) }
        run(noting: trace) { _ in rest.popFirst() ?? 0 }
        outcome.count(explorer)
        return (trace, outcome)
    }

    /// A thread that runs until a step, or to its end.
    struct Turn {
        let thread: String
        var lastStep: String?
    }

    /// Runs the scenario in turns, and returns its steps with their places and pictures.
    func trace(_ turns: [Turn]) throws -> Trace {
        var outcome = ExplorationOutcome(scenario: scenario.name, bound: 0)
        warmUp(&outcome)
        let trace = Trace(isForPage: true)
        var turns = turns[...], begin = 0
        run(noting: trace) { question in
            while let turn = turns.first {
                let option = question.options.firstIndex { Trace.shortName($0.name) == turn.thread }
                if let option, !trace.steps[begin...].contains(where: { $0.what == turn.lastStep }) { return option }
                turns.removeFirst()
                begin = trace.steps.count
            }
            return 0
        }
        outcome.count(explorer)
        if !outcome.violations.isEmpty { throw ProgramError("\(scenario.name): \(outcome.violations)") }
        return trace
    }

    private func run(noting trace: Trace, _ choose: @escaping (Explorer.Question) -> Int) {
        explorer.trace = trace
        explorer.choose = choose
        explorer.run(scenario)
        explorer.trace = nil
    }
}

/// A step with several options, and the chosen one.
struct ChoicePoint {
    let options: Int
    let isPreemption: Bool
    var choice = 0

    var preemptions: Int { isPreemption && choice > 0 ? 1 : 0 }

    /// Changes the path to that of the next schedule. Returns `false` if there is none.
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

/// The outcome of running a scenario.
struct ExplorationOutcome: Codable {
    let scenario: String
    let bound: Int
    var isComplete = false

    /// The number of schedules that were run, and the number with the last bound.
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
