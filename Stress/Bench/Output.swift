import Foundation

/// A workload as lines of a table: nanoseconds with their spread, and ratios to the floor with their spread.
func table(of results: [Result]) -> String {
    results.enumerated().map { index, result in
        let name = (index == 0 ? result.workload : "").padded(20) + result.contender.padded(26)
        let time = result.time.median.text.padded(12, left: true) + " ns"
        let ratio = index == results.count - 1 ? "" : "  \(result.ratio.described)"
        let goal = result.goal.map { "  goal \($0.ratio.text)\(result.isGood ? "" : "  MISSED")" } ?? ""
        return name + time + ratio + goal
    }.joined(separator: "\n")
}

func json(_ results: [Result], _ sizes: [Size]) -> String {
    let object: [String: Any] = [
        "workloads": results.map { result in
            [
                "workload": result.workload, "contender": result.contender,
                "nanoseconds": result.time.fields, "ratio": result.ratio.fields,
                "goal": result.goal?.ratio as Any? ?? NSNull(), "isGood": result.isGood,
            ]
        },
        "bytes": sizes.map { ["name": $0.name, "bytes": $0.bytes, "goal": $0.goal, "isGood": $0.isGood] },
    ]
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
}

extension Spread {
    fileprivate var fields: [String: Double] { ["median": median, "lowest": lowest, "highest": highest] }
    fileprivate var described: String {
        "× \(median.text.padded(6)) (\(lowest.text) to \(highest.text))"
    }
}

extension Double {
    fileprivate var text: String { String(format: self < 100 ? "%.2f" : "%.0f", self) }
}

extension String {
    fileprivate func padded(_ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - count))
        return left ? space + self : self + space
    }
}
