import Foundation
import Measuring
import StressSupport

do {
    var isBroken = false
    let options = try HarnessOptions(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        print(HarnessOptions.allowed)
    } else if options.isList {
        print(table(StressScenario.all.map { [$0.name, $0.claim] }))
    } else if options.isSelftest {
        if !selftest(options) { exit(1) }
    } else if options.isRacing {
        DataRace().run()
    } else if options.isTerminated {
        if !TerminatedProgram(options: options).run() { exit(1) }
    } else if let runs = options.terminatedRuns {
        if !Terminator(options: options, runs: runs).run() { exit(1) }
    } else {
        if !options.isJSON { print("seed \(options.seed), \(options.threads) threads, \(options.seconds) seconds") }
        let outcomes = Runner(options).run()
        if options.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(outcomes), as: UTF8.self))
        } else {
            print(report(outcomes))
            if options.scenarios.isEmpty, !isSanitized {
                let costs = Costs.measure()
                print("\n" + costs.description)
                isBroken = !costs.areAcceptable
            }
        }
        if isBroken || outcomes.contains(where: { $0.violations > 0 }) { exit(1) }
    }
} catch let complaint as ProgramError {
    printError(complaint.text)
    exit(2)
}
