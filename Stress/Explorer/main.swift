import Foundation
import SwiftObserver

scheduler = Explorer.shared

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.isHelp {
        say(Options.allowed)
    } else if options.isList {
        for scenario in Scenario.all { say("\(scenario.name): \(scenario.claim)") }
    } else if options.isChild {
        Child.run(options)
    } else if let choices = options.replay {
        if !replay(choices, options) { exit(1) }
    } else {
        if !explore(options) { exit(1) }
    }
} catch {
    complain(error.text)
    exit(2)
}
