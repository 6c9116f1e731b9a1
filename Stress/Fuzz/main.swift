import Foundation
import Fuzzing
import StressSupport

do {
    let options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        print(FuzzOptions.allowed)
    } else if let directory = options.directoryOfDefects {
        try plant(in: directory)
    } else if !(options.isSelftest ? selftest(options) : fuzz(options)) {
        exit(1)
    }
} catch {
    printError(error.text)
    exit(2)
}
