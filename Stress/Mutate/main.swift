import Foundation
import StressSupport

do {
    let options = try MutateOptions(Array(CommandLine.arguments.dropFirst()))
    let copy = PackageCopy()
    if options.isHelp {
        print(MutateOptions.allowed)
        exit(0)
    }
    let codes = try copy.sources()
    var mutants = LineMutant.all(of: codes, seed: options.seed)
    let explained = try ExplainedMutants(root: copy.root)
    try explained.check(against: mutants)
    if let only = options.only { mutants = mutants.filter { $0.number == only } }
    if !options.file.isEmpty { mutants = mutants.filter { $0.code.file.contains(options.file) } }
    if mutants.isEmpty { throw ProgramError("There are no such mutants.") }
    if options.isList {
        for mutant in mutants {
            print("\(mutant.number) \(mutant.place)\n    - \(mutant.before)\n    + \(mutant.after)")
        }
        exit(0)
    }
    try copy.prepare()
    let wanted = min(options.count, mutants.count)
    let (built, rejected) = try MutantBuild(copy: copy, codes: codes).build(mutants, wanted: wanted)
    TestRun.limitMemory()
    let trial = TestRun(directory: copy.directory, seconds: options.seconds)
    if options.only != nil {
        for mutant in built { print("\(mutant.place): \(try trial.run(mutant.number, isLoud: true))") }
        exit(0)
    }
    let isGood = try MutationRun(trial: trial, jobs: options.jobs).run(built, rejected, explained)
    exit(isGood ? 0 : 1)
} catch {
    printError("\(error)")
    exit(2)
}
