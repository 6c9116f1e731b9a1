import Foundation
import Testing

/// A program of the system that reads output of the library.
///
/// `make test` and `make asan` install these programs if they can. Tests that need a missing
/// program are skipped.
struct Tool: Sendable {

    static let dot = Tool(name: "dot", package: "graphviz")
    /// Reads graphs without drawing them.
    static let nop = Tool(name: "nop", package: "graphviz")

    static let promtool = Tool(name: "promtool", package: "prometheus")

    let name: String

    /// The Debian package that contains it.
    let package: String

    /// The reason why tests can't run the program, or `nil` if they can.
    var reasonToSkip: String? {
        executable == nil ? "\(name) isn't installed; it's in the package \(package) of Debian" : nil
    }

    struct IsMissing: Error, CustomStringConvertible { let description: String }

    struct Result {
        let status: Int32
        let output: String

        /// The messages on standard error.
        let errors: String
    }

    /// Lets the program read a text.
    func read(_ text: String, _ arguments: String...) throws -> Result {
        guard let executable else { throw IsMissing(description: "\(name) isn't installed") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> FileHandle {
            let url = folder.appendingPathComponent(name)
            try text.write(to: url, atomically: false, encoding: .utf8)
            return try FileHandle(forUpdating: url)
        }
        // Files, because pipes can fill up.
        let input = try file("input", text), output = try file("output", ""), errors = try file("errors", "")
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        func written(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }
        return Result(
            status: process.terminationStatus, output: try written("output"), errors: try written("errors"))
    }

    private var executable: URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
            URL(fileURLWithPath: String($0)).appendingPathComponent(name)
        }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

extension Trait where Self == ConditionTrait {

    /// Skips a test with a reason if a program that it needs is missing.
    static func needs(_ tool: Tool) -> Self {
        .enabled(if: tool.reasonToSkip == nil, Comment(rawValue: tool.reasonToSkip ?? ""))
    }
}
