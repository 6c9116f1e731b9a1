import Foundation
import Measuring

/// Measures the library next to code that needs no library, and checks the goals.
///
/// Options: `--turns N` sets how often each contender is measured. `--only WORDS` selects workloads
/// whose names contain the words. `--growth` also measures how costs grow. `--prices` also measures
/// the costs of the parts of the contract. `--charts FOLDER` draws charts there. `--page FILE`
/// updates the tables of that page. `--trend FILE` appends ratios to that file, and compares them
/// with earlier runs; `--commit NAME` names the version for it. `--json` prints JSON instead of a
/// table.
///
/// `--counts FOLDER` checks the limits of counts in `Limits.swift`, with the instructions of
/// `--trace` that callgrind counted in that folder. `--check` checks the limits of times. Exit
/// status: 1 if a limit is exceeded, or if a goal is missed with `--strict`; 2 on invalid options.

// In a process with a single thread, locks use no atomic operations. A service has several threads.
Thread.detachNewThread { while true { sleep(.max) } }

var arguments = CommandLine.arguments.dropFirst(), turns = 11, words = "", isJSON = false, isStrict = false
var isGrowing = false, isPricing = false, chartFolder: String?, pageFile: String?
var trendFile: String?, commit = "unknown"
while let argument = arguments.popFirst() {
    switch argument {
    case "--turns": turns = arguments.popFirst().flatMap { Int($0) } ?? 0
    case "--only": words = arguments.popFirst() ?? ""
    case "--growth": isGrowing = true
    case "--prices": isPricing = true
    case "--charts": chartFolder = path(after: argument)
    case "--page": pageFile = path(after: argument)
    case "--trend": trendFile = path(after: argument)
    case "--commit": commit = arguments.popFirst() ?? commit
    case "--json": isJSON = true
    case "--strict": isStrict = true
    case "--trace": trace()
    case "--counts": exit(checkCounts(tracedIn: path(after: argument)) ? 0 : 1)
    case "--check": exit(check() ? 0 : 1)
    default: refuse("Unknown option \(argument).")
    }
}
if pageFile != nil, !words.isEmpty { refuse("--page needs all measurements, so it can't be combined with --only.") }
if turns < 1 { refuse("--turns needs a whole number of at least 1.") }

@MainActor func path(after option: String) -> String {
    guard let path = arguments.popFirst() else { refuse("\(option) needs a path.") }
    return path
}

func refuse(_ reason: String) -> Never {
    let help =
        "\(reason) Options are --turns N, --only WORDS, --growth, --prices, --charts FOLDER, --page FILE, --trend FILE, "
        + "--commit NAME, --json, --strict, --counts FOLDER and --check.\n"
    FileHandle.standardError.write(Data(help.utf8))
    exit(2)
}

/// Does each job with limited counts, for `make counts`.
///
/// With `--only` before `--trace`, it does only the selected ones.
@MainActor func trace() -> Never {
    for row in CountedRow.all() where words.isEmpty || row.limit.name.contains(words) {
        row.contender.trace(row.workload.tracedCount)
        print("\(row.limit.name)|\(row.workload.tracedCount)")
    }
    exit(0)
}

let sizes = words.isEmpty ? Size.all() : []
if !isJSON { print(header) }
@MainActor func measure(_ workloads: [Workload], report: ([MeasuredResult]) -> Void = { _ in }) -> [MeasuredResult] {
    workloads.filter { words.isEmpty || $0.name.contains(words) }.flatMap { workload -> [MeasuredResult] in
        let results = workload.measure(turns: turns)
        report(results)
        return results
    }
}
let results = measure(Workload.all()) { if !isJSON { print(lines(of: $0)) } }
let prices = isPricing ? measure(Workload.prices()) : []
let arrivals = words.isEmpty || "arrivals".contains(words) ? Arrivals.all().rows : []
let growths = isGrowing ? Growth.all(turns: max(3, turns / 2), only: words) : []
if isJSON {
    print(json(results + prices, growths, sizes))
} else {
    print(lines(of: sizes))
    if !arrivals.isEmpty { print("\n\(table(arrivals))\n") }
    if !prices.isEmpty { print("\n\(table(prices.priceRows))") }
    for growth in growths { print("\n\(table(growth.rows))") }
}
do {
    if let chartFolder { try draw(results, prices, growths, into: chartFolder) }
    if let pageFile { try update(pageFile, with: results, prices, growths, sizes, arrivals) }
    if let trendFile {
        let report = try follow(results, of: commit, in: trendFile)
        if !isJSON { print("\n\(report)\n") }
    }
} catch {
    refuse("\(error)")
}
let missed = results.filter { !$0.isGood }.count + sizes.filter { !$0.isGood }.count
if !isJSON { print(missed == 0 ? "All goals hold." : "\(missed) goals are missed.") }
exit(isStrict && missed > 0 ? 1 : 0)
