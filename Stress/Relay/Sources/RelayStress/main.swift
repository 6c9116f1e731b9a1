import Foundation
import RelayRig

// Kills, pauses and fills up servers, networks and processes, and checks that each message is
// accounted for.

Children.dieWithUs()

do {
    let options = try StressOptions(CommandLine.arguments.dropFirst())
    if options.isHelp {
        printLine(StressOptions.allowed)
        for scenario in Scenario.all { printLine("  \(scenario.name.padded(to: 30))\(scenario.claim)") }
    } else if !(options.isSelftest ? selftest(options) : stress(options)) {
        exit(1)
    }
} catch {
    printError("RelayStress: \(error)")
    exit(2)
}
