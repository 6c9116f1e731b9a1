import Foundation
import Planting
import StressSupport
import SwiftObserver

scheduler = Explorer.shared

do {
    let options = try ExplorerOptions(Array(CommandLine.arguments.dropFirst()))
    if let mutant = options.mutant { setenv("PLANTED", mutant, 1) }
    if options.isHelp {
        say(ExplorerOptions.allowed)
    } else if options.isList {
        for scenario in Scenario.all { say("\(scenario.name): \(scenario.claim)") }
    } else if let directory = options.plant {
        let copy = PlantedPackage(
            .init(
                "Explore", in: "Stress/Explorer",
                dependencies: ["Planting", "StressSupport", "SwiftCode", "SwiftObserver"]),
            defining: "EXPLORE")
        try copy.write(to: directory, planting: Mutant.all.map(\.defect))
    } else if options.isSelftest {
        if !checkHistories() || !selftest(options) { exit(1) }
    } else if options.isChild {
        ChildProcess.run(options)
    } else if options.checksTraces || options.writesTraces {
        if try !TracePage.check(isWritten: options.writesTraces) { exit(1) }
    } else if let choices = options.replay {
        if !replay(choices, options) { exit(1) }
    } else {
        if !explore(options) { exit(1) }
    }
} catch {
    printError("\(error)")
    exit(2)
}
