import Foundation
import Measuring

/// Checks the limits of all counts, and returns `true` if they hold.
///
/// Nothing here reads a clock, and one thread does each job. So the outcome depends only on the
/// sources and the compiler.
///
/// - Parameter folder: The output of callgrind for jobs that were done with `--trace`: a file for
///   each job, and the printed text in `jobs`.
func checkCounts(tracedIn folder: String) -> Bool {
    guard Calls.areCounted else {
        print("Allocations and locks can't be counted here. Use make counts, on Linux.")
        return false
    }
    var complaints: [String] = [], praises: [String] = []
    var missing = Set(Limit.all.filter(\.hasCounts).map(\.name))
    func hold(_ limit: Limit, _ costs: [String: Double]) {
        missing.remove(limit.name)
        complaints += limit.complaints(about: costs)
        praises += limit.praises(for: costs)
    }
    let instructions = instructions(tracedIn: folder)
    var rows = [["", "instructions", "allocations", "locks", "bytes"]]
    for row in CountedRow.all() {
        var costs = row.contender.countCalls(row.workload.countedCount)?.costs ?? [:]
        costs["instructions"] = instructions[row.limit.name]
        rows.append([row.limit.name] + rows[0].dropFirst().map { row.limit.limits($0) ? costs[$0]?.text ?? "–" : "" })
        hold(row.limit, costs)
    }
    print("\(table(rows))\n")
    for size in Size.counted() {
        guard let limit = size.limit else { continue }
        print("\(size.name): \(size.allocated?.text ?? "–") bytes allocated")
        hold(limit, size.costs)
    }
    print("")
    complaints += missing.sorted().map { "\($0): has limits, but isn't counted" }
    for praise in praises { print("lower the limit: " + praise) }
    for complaint in complaints { print("OVER THE LIMIT  " + complaint) }
    print(
        complaints.isEmpty
            ? "All limits hold."
            : """
            \(complaints.count) limits are exceeded. Reduce the cost of these operations: 'callgrind_annotate' shows \
            the functions of a job, from its file in \(folder). If the cost is necessary, raise the limit in \
            Stress/Shared/Measuring/Limits.swift, and give the reason in the commit message.
            """)
    return complaints.isEmpty
}

/// A contender with limited counts.
struct CountedRow {

    let workload: Workload, contender: Contender, limit: Limit

    static func all() -> [CountedRow] {
        (Workload.all() + Workload.countedOnly()).flatMap { workload in
            workload.contenders.compactMap { contender in
                guard let limit = Limit.of(workload.name, contender.name), limit.hasCounts, contender.isCountable
                else { return nil }
                return CountedRow(workload: workload, contender: contender, limit: limit)
            }
        }
    }
}

/// The instructions per operation, by name of the row.
private func instructions(tracedIn folder: String) -> [String: Double] {
    let jobs = (try? String(contentsOfFile: folder + "/jobs", encoding: .utf8)) ?? ""
    var instructions: [String: Double] = [:]
    for (index, line) in jobs.split(separator: "\n").enumerated() {
        let words = line.split(separator: "|")
        guard words.count == 2, let count = Double(words[1]),
            let dump = try? String(contentsOfFile: "\(folder)/job.\(index + 1)", encoding: .utf8)
        else { continue }
        instructions[String(words[0])] = Double(TracedInstructions(dump: dump).withoutSystem) / count
    }
    return instructions
}
