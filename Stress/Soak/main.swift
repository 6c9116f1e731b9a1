import Foundation
import Fuzzing

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        print(Options.allowed)
    } else if !soak(options) {
        exit(1)
    }
} catch {
    complain(error.text)
    exit(2)
}
