import Foundation
import Measuring

/// Measures ours next to what needs no library, and tells whether the goals hold.
///
/// Options: `--turns N` measures each contender so many times, `--only WORDS` only workloads whose names contain the
/// words, `--json` prints JSON instead of a table, `--check` holds the limits of `Limits.swift`. Exit status: 1 if a
/// limit is passed with `--check`, or if a goal is missed with `--strict`, 2 on bad options.

var arguments = CommandLine.arguments.dropFirst(), turns = 11, words = "", isJSON = false, isStrict = false
while let argument = arguments.popFirst() {
    switch argument {
    case "--turns": turns = arguments.popFirst().flatMap { Int($0) } ?? 0
    case "--only": words = arguments.popFirst() ?? ""
    case "--json": isJSON = true
    case "--strict": isStrict = true
    case "--trace": trace()
    case "--check": exit(check() ? 0 : 1)
    default: refuse("There's no option \(argument).")
    }
}
if turns < 1 { refuse("--turns takes a number of at least 1.") }

func refuse(_ reason: String) -> Never {
    let help = "\(reason) Options are --turns N, --only WORDS, --json, --strict and --check.\n"
    FileHandle.standardError.write(Data(help.utf8))
    exit(2)
}

/// Does each job once, for `make bench-instructions`.
func trace() -> Never {
    for workload in Workload.all() {
        for contender in workload.contenders where contender.isTraced(workload.count) {
            print("\(workload.name): \(contender.name)|\(workload.count)")
        }
    }
    exit(0)
}

let sizes = words.isEmpty ? Size.all() : []
if !isJSON { print(header) }
let results = Workload.all().filter { words.isEmpty || $0.name.contains(words) }.flatMap { workload -> [Result] in
    let results = workload.measure(turns: turns)
    if !isJSON { print(lines(of: results)) }
    return results
}
print(isJSON ? json(results, sizes) : lines(of: sizes))
let missed = results.filter { !$0.isGood }.count + sizes.filter { !$0.isGood }.count
if !isJSON { print(missed == 0 ? "All goals hold." : "\(missed) goals are missed.") }
exit(isStrict && missed > 0 ? 1 : 0)
