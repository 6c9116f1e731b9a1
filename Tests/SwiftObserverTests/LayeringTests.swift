import Foundation
import Testing

/// All hard concurrency lives in one folder, and the others are ordinary code on top of it.
@Suite struct LayeringTests {

    @Test func `only the runtime knows threads, atomics, queues and unsafe code`() throws {
        let words = [
            "pthread", "Atomic", "import Synchronization", "Unsafe", "unsafe", "Unmanaged", "getSpecific", ".async",
        ]
        let harmless = ["UncheckedSendable", "Unchecked"]
        for source in try sources() where source.folder != "Runtime" {
            for (number, line) in code(of: source).enumerated() {
                let line = harmless.reduce(line) { $0.replacingOccurrences(of: $1, with: "") }
                for word in words {
                    #expect(!line.contains(word), "\(source.folder)/\(source.name), line \(number + 1): \(word)")
                }
            }
        }
    }

    @Test func `nothing in the library needs Foundation`() throws {
        for source in try sources() {
            #expect(!code(of: source).contains { $0.contains("import Foundation") }, "\(source.folder)/\(source.name)")
        }
    }

    @Test func `every source lies in a folder of its own chapter`() throws {
        let sources = try sources()
        let folders: Set = ["Runtime", "Observation", "Variables", "Transforms", "Promises", "Async", "Deprecated"]
        #expect(sources.count > 10)
        for source in sources { #expect(folders.contains(source.folder), "\(source.folder)/\(source.name)") }
    }

    private struct Source {
        let folder: String
        let name: String
        let text: String
    }

    /// All sources of the library.
    private func sources() throws -> [Source] {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let library = package.appendingPathComponent("Sources/SwiftObserver")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: library.path)
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            let url = library.appendingPathComponent(path)
            let folder = path.split(separator: "/").first.map(String.init) ?? ""
            return Source(
                folder: folder, name: url.lastPathComponent, text: try String(contentsOf: url, encoding: .utf8))
        }
    }

    /// The lines of a source, without what comments say.
    private func code(of source: Source) -> [String] {
        source.text.components(separatedBy: "\n").map { $0.components(separatedBy: "//")[0] }
    }
}
