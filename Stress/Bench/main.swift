import Foundation
import Measuring

/// Measures ours next to what needs no library, and tells whether the goals hold.
///
/// Options: `--turns N` measures each contender so many times, `--only WORDS` only workloads whose names contain the
/// words, `--json` prints JSON instead of a table. Exit status: 1 if a goal is missed and `--strict` is given, 2 on bad
/// options.

var arguments = CommandLine.arguments.dropFirst(), turns = 11, words = "", isJSON = false, isStrict = false
while let argument = arguments.popFirst() {
    switch argument {
    case "--turns": turns = arguments.popFirst().flatMap { Int($0) } ?? 0
    case "--only": words = arguments.popFirst() ?? ""
    case "--json": isJSON = true
    case "--strict": isStrict = true
    default: refuse("There's no option \(argument).")
    }
}
if turns < 1 { refuse("--turns takes a number of at least 1.") }

func refuse(_ reason: String) -> Never {
    let help = "\(reason) Options are --turns N, --only WORDS, --json and --strict.\n"
    FileHandle.standardError.write(Data(help.utf8))
    exit(2)
}

let sizesMeasured = words.isEmpty ? sizes() : []
if !isJSON { print(header) }
let measured = Workload.all().filter { words.isEmpty || $0.name.contains(words) }.flatMap { workload -> [Result] in
    let results = workload.measure(turns: turns)
    if !isJSON { print(lines(of: results)) }
    return results
}
if isJSON {
    print(json(measured, sizesMeasured))
} else {
    for size in sizesMeasured {
        print("\(size.name): \(Int(size.bytes)) bytes, goal \(Int(size.goal))\(size.isGood ? "" : "  MISSED")")
    }
}
let missed = measured.filter { !$0.isGood }.count + sizesMeasured.filter { !$0.isGood }.count
if !isJSON { print(missed == 0 ? "All goals hold." : "\(missed) goals are missed.") }
exit(isStrict && missed > 0 ? 1 : 0)
