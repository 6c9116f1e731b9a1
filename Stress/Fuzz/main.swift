import Foundation
import Fuzzing

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        print(Options.allowed)
    } else if let directory = options.directoryOfDefects {
        try plant(in: directory)
    } else if !(options.isSelftest ? selftest(options) : fuzz(options)) {
        exit(1)
    }
} catch {
    complain(error.text)
    exit(2)
}
