import Foundation
import Fuzzing
import StressSupport

/// Runs rounds until time is up or something is found. Returns `true` if nothing was found.
func fuzz(_ options: FuzzOptions) -> Bool {
    let start = Date()
    print("seed \(options.seed), \(options.threads) threads, \(options.seconds) seconds")
    fflush(nil)
    let fuzzer = Fuzzer(seed: options.seed, threads: options.threads, patience: options.patience)
    fuzzer.explainCrashes()
    repeat { fuzzer.runRound() } while fuzzer.findings.isEmpty && -start.timeIntervalSinceNow < options.seconds
    let seconds = -start.timeIntervalSinceNow
    show(fuzzer.operations)
    print(
        "\(fuzzer.roundCount) rounds, \(fuzzer.operationCount) operations, \(fuzzer.objectCount) objects created,",
        "\((10 * seconds).rounded() / 10) seconds")
    let unused = fuzzer.operations.filter { $0.count == 0 }.map(\.name)
    if seconds >= 30, !unused.isEmpty { printError("VIOLATION idle: never ran: \(unused.joined(separator: ", "))") }
    return fuzzer.findings.isEmpty && (unused.isEmpty || seconds < 30)
}

private func show(_ operations: [(name: String, count: Int)]) {
    let width = operations.map(\.name.count).max() ?? 0
    let cells = operations.map { operation in
        let padding = String(repeating: " ", count: width + 1 - operation.name.count)
        let count = "\(operation.count)"
        return operation.name + padding + String(repeating: " ", count: max(0, 9 - count.count)) + count
    }
    for row in stride(from: 0, to: cells.count, by: 3) {
        print(cells[row..<min(row + 3, cells.count)].joined(separator: "    "))
    }
}
