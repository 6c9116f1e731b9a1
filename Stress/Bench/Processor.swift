import Foundation

/// The processor, as far as the system describes it.
enum Processor {

    static var model: String { field("model name") ?? "unknown" }

    /// A name that distinguishes processors to which virtual machines give the same model name.
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
