import Foundation
import Measuring

/// Appends ratios to the file of earlier runs, and returns a table that compares them.
///
/// It compares them with the last runs on this processor.
func follow(_ results: [MeasuredResult], of commit: String, in file: String) throws -> String {
    let trend = Trend((try? String(contentsOfFile: file, encoding: .utf8)) ?? "")
    let date = Date.now.ISO8601Format(), processor = Processor.name
    let entries = results.split(by: \.workload).flatMap { $0.dropLast() }.map {
        Trend.Entry(
            date: date, commit: commit, processor: processor, row: "\($0.workload): \($0.contender)",
            ratio: $0.ratio.median, nanoseconds: $0.time.median)
    }
    try append(entries.map { $0.line + "\n" }.joined(), to: file)
    let rows = entries.map { entry in
        guard let change = trend.change(to: entry) else { return [entry.row, entry.ratio.text, "–", "–", "0", ""] }
        return [
            entry.row, entry.ratio.text, change.before.median.text, String(format: "%+.0f %%", change.part * 100),
            "\(change.runs)", change.isNew ? "  outside their range" : "",
        ]
    }
    return "Compared with the last runs on \(processor):\n\n"
        + table([["by the floor", "now", "median before", "change", "runs", ""]] + rows)
}

private func append(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if !FileManager.default.fileExists(atPath: file) { try Data().write(to: url) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
}
