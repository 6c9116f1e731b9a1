import Foundation
import Fuzzing
import Planting
import StressSupport

do {
    let options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        print(FuzzOptions.allowed)
    } else if let directory = options.directoryOfDefects {
        let copy = PlantedPackage(
            .init("Fuzzing", in: "Stress/Shared/Fuzzing", dependencies: ["StressSupport", "SwiftObserver"]),
            .init("Fuzz", in: "Stress/Fuzz", dependencies: ["Fuzzing", "Planting", "StressSupport"]))
        try copy.write(to: directory, planting: Defect.all)
    } else if !(options.isSelftest ? selftest(options) : fuzz(options)) {
        exit(1)
    }
} catch {
    printError("\(error)")
    exit(2)
}
