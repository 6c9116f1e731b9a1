import Foundation

/// Prints for each mutant the scenario, schedule and violation that find it.
///
/// Returns `true` if all are found.
func selftest(_ options: ExplorerOptions) -> Bool {
    let began = Date()
    let missed = inParallel(Mutant.all) { mutant -> String? in
        var options = options, schedules = 0
        options.mutant = mutant.name
        let scenarios = Scenario.all.filter { $0.name == mutant.scenario }
        for scenario in scenarios + Scenario.all.filter({ $0.name != mutant.scenario }) {
            let outcome = ChildProcess.explore(scenario, options)
            schedules += outcome.schedules
            guard let violation = outcome.violations.first else { continue }
            let column = String(repeating: " ", count: max(1, 26 - mutant.name.count))
            say("\(mutant.name)\(column)\(scenario.name), schedule \(schedules): \(violation.prefix(140))")
            return nil
        }
        say("\(mutant.name): NOT FOUND in \(schedules) schedules")
        return mutant.name
    }.compactMap { $0 }
    let seconds = Int(-began.timeIntervalSinceNow + 0.5)
    say("\(Mutant.all.count) mutants, \(Mutant.all.count - missed.count) found, \(seconds) seconds")
    return missed.isEmpty
}
