import Foundation
import Fuzzing
import StressSupport

do {
    let options = try SoakOptions(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        print(SoakOptions.allowed)
    } else if !(options.boundedSeconds.map(soakBounded) ?? soak(options)) {
        exit(1)
    }
} catch {
    printError(error.text)
    exit(2)
}
