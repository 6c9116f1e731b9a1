import Foundation
import Measuring

let header = row(
    "workload", "contender", "ns", "ratio", "(from to)", "allocs", "locks", "bytes", "goal")

/// A workload as lines of a table.
///
/// They contain nanoseconds, the ratio to the floor with its spread, and the requests to the
/// system.
func lines(of results: [MeasuredResult]) -> String {
    results.enumerated().map { index, result in
        let isFloor = index == results.count - 1, calls = result.calls, ratio = result.ratio
        let goal = result.limit?.goal.map { $0.text + (result.isGood ? "" : "  MISSED") } ?? ""
        return row(
            index == 0 ? result.workload : "", result.contender, result.time.median.text,
            isFloor ? "" : ratio.median.text, isFloor ? "" : "(\(ratio.lowest.text) to \(ratio.highest.text))",
            calls?.allocations.text ?? "–", calls?.locks.text ?? "–", calls?.bytes.text ?? "–", goal)
    }.joined(separator: "\n")
}

func lines(of sizes: [Size]) -> String {
    sizes.map { size in
        let resident = size.resident.map { "\(Int($0.rounded())) bytes" } ?? "unknown"
        let allocated = size.allocated.map { ", \($0.text) of them allocated" } ?? ""
        let goal = size.limit?.goal.map { ", goal \($0.text)" + (size.isGood ? "" : "  MISSED") } ?? ""
        return "\(size.name): \(resident)\(allocated)\(goal)"
    }.joined(separator: "\n")
}

extension [Arrivals] {

    /// The numbers of arrivals with this library and with Swift's Observation.
    var rows: [[String]] {
        [["what arrives", "of", "SwiftObserver", "Observation"]]
            + map { [$0.name, "\($0.expected)", "\($0.ours())", $0.observation.map { "\($0())" } ?? "–"] }
    }
}

private func row(_ columns: String...) -> String {
    let widths = [32, 35, -8, -7, -17, -8, -7, -7, 0]
    return zip(columns, widths).map { text, width in
        let space = String(repeating: " ", count: max(1, abs(width) - text.count))
        return width > 0 ? text + space : width < 0 ? space + text : "  " + text
    }.joined()
}

func json(_ results: [MeasuredResult], _ growths: [Growth], _ sizes: [Size]) -> String {
    let object: [String: Any] = [
        "workloads": results.map { result in
            [
                "workload": result.workload, "contender": result.contender,
                "nanoseconds": result.time.fields, "ratio": result.ratio.fields,
                "allocations": orNull(result.calls?.allocations), "locks": orNull(result.calls?.locks),
                "bytes": orNull(result.calls?.bytes), "goal": orNull(result.limit?.goal), "isGood": result.isGood,
            ]
        },
        "growth": growths.map(\.fields),
        "bytes": sizes.map {
            [
                "name": $0.name, "bytes": orNull($0.resident), "allocated": orNull($0.allocated),
                "goal": orNull($0.limit?.goal), "isGood": $0.isGood,
            ]
        },
    ]
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
}

private func orNull(_ number: Double?) -> Any { number ?? NSNull() }

extension Spread {
    var fields: [String: Double] { ["median": median, "lowest": lowest, "highest": highest] }
}
