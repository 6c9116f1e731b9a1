import Foundation
import Measuring

/// Updates the tables of a page between markers, so that no figure is written by hand.
///
/// The markers of a table are the lines `<!-- bench: NAME -->` and `<!-- end -->`.
func update(
    _ file: String, with results: [MeasuredResult], _ prices: [MeasuredResult], _ growths: [Growth], _ sizes: [Size],
    _ arrivals: [[String]]
) throws {
    var page = try String(contentsOfFile: file, encoding: .utf8)
    let tables = [
        ("workloads", rows(of: results)), ("calls", rowsOfCalls(of: results)), ("sizes", rows(of: sizes)),
        ("prices", prices.priceRows), ("arrivals", arrivals),
        ("peers", results.isEmpty ? [] : Peer.rows(with: results, sizes)),
        ("lives", results.isEmpty ? [] : Peer.rowsOfLives(with: results, sizes)),
    ]
    for (name, rows) in tables + growths.map({ ($0.name, $0.rows) }) where rows.count > 1 {
        try page.replace(name, by: rows.markdown)
    }
    try page.replace("machine", by: machine)
    if !results.isEmpty { try page.replace("missed", by: missed(by: results, sizes)) }
    try page.write(toFile: file, atomically: true, encoding: .utf8)
}

extension String {

    fileprivate mutating func replace(_ name: String, by text: String) throws {
        guard let begin = range(of: "<!-- bench: \(name) -->"),
            let end = range(of: "<!-- end -->", range: begin.upperBound..<endIndex)
        else { throw MissingPlace(name: name) }
        replaceSubrange(begin.upperBound..<end.lowerBound, with: "\n\n\(text)\n\n")
    }
}

private struct MissingPlace: Error { let name: String }

private func rows(of results: [MeasuredResult]) -> [[String]] {
    [["", "ns", "by the floor", "goal"]]
        + results.split(by: \.workload).flatMap { results in
            results.enumerated().map { index, result in
                let isFloor = index == results.count - 1, ratio = result.ratio
                return [
                    result.markdown, result.time.median.text,
                    isFloor ? "1" : "\(ratio.median.text) (\(ratio.lowest.text) – \(ratio.highest.text))",
                    text(of: result.limit?.goal, isGood: result.isGood),
                ]
            }
        }
}

private func rowsOfCalls(of results: [MeasuredResult]) -> [[String]] {
    [["", "allocations", "locks"]]
        + results.compactMap { result in
            result.calls.map { [result.markdown, $0.allocations.text, $0.locks.text] }
        }
}

private func rows(of sizes: [Size]) -> [[String]] {
    [["", "bytes by which the process grows", "goal", "bytes allocated"]]
        + sizes.map { size in
            [
                size.name, size.resident?.rounded().text ?? "–", text(of: size.limit?.goal, isGood: size.isGood),
                size.allocated?.rounded().text ?? "–",
            ]
        }
}

/// A list of all missed goals, or a sentence that says there are none.
private func missed(by results: [MeasuredResult], _ sizes: [Size]) -> String {
    let lines =
        results.filter { !$0.isGood }.map {
            "- \($0.workload): \($0.contender.markdown), \($0.ratio.median.text) times"
        }
        + sizes.filter { !$0.isGood }.map { "- \($0.name), \($0.resident?.text ?? "–") bytes" }
    return lines.isEmpty ? "None was missed." : lines.joined(separator: "\n")
}

private func text(of goal: Double?, isGood: Bool) -> String {
    goal.map { "≤ \($0.text)" + (isGood ? "" : " **missed**") } ?? ""
}

extension [MeasuredResult] {

    /// The cost of each feature, next to the same operation without it.
    var priceRows: [[String]] {
        [["what", "ns", "without it", "ns", "difference", "ratio"]]
            + split(by: \.workload).flatMap { results in
                let floor = results[results.count - 1]
                return results.dropLast().map { result in
                    [
                        "\(result.workload): \(result.contender.markdown)", result.time.median.text,
                        floor.contender.markdown,
                        floor.time.median.text, (result.time.median - floor.time.median).text,
                        result.ratio.median.text,
                    ]
                }
            }
    }
}

extension [[String]] {
    /// The table in Markdown. Its first row is the head, and its first column is text.
    fileprivate var markdown: String {
        let lines = map { "| " + $0.joined(separator: " | ") + " |" }
        let rule = "|---|" + String(repeating: "---:|", count: Swift.max(0, (first?.count ?? 0) - 1))
        return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
    }
}

extension MeasuredResult {
    fileprivate var markdown: String { "\(workload): \(contender.markdown)" }
}

extension String {
    /// The text, in code voice if it's code.
    fileprivate var markdown: String { contains { "(<+".contains($0) } ? "`\(self)`" : self }
}

/// The machine on which the figures were measured, as far as the system describes it.
private var machine: String {
    let information = ProcessInfo.processInfo
    return "\(information.activeProcessorCount) cores (\(Processor.model)), "
        + "\(information.operatingSystemVersionString)."
}
