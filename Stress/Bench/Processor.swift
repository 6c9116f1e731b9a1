import Foundation

/// The processor that everything runs on, as far as the system tells.
enum Processor {

    static var model: String { field("model name") ?? "unknown" }

    /// Tells processors apart that virtual machines give the same name.
    static var name: String {
        ([model] + ["cpu family", "model", "stepping"].compactMap { key in field(key).map { "\(key) \($0)" } })
            .joined(separator: ", ")
    }

    private static func field(_ key: String) -> String? {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.lazy.map { $0.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) } }
            .first { $0.count == 2 && $0[0] == key }?[1]
    }
}
