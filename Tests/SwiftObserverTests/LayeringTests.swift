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
        #expect(sources.count > 10)
        for source in sources { #expect(folders.contains(source.folder), "\(source.folder)/\(source.name)") }
    }

    @Test func `no folder knows a type of those above it, but the runtime knows receivers`() throws {
        let declaration = /^(?:public |open |final )*(?:class|struct|enum|protocol|typealias) (\w+)/
        let sources = try sources()
        for (level, folder) in folders.enumerated() {
            let above = sources.filter { folders[(level + 1)...].contains($0.folder) }.flatMap { code(of: $0) }
            let types = Set(above.compactMap { $0.firstMatch(of: declaration).map { String($0.1) } })
            #expect(folder == folders.last || !types.isEmpty)
            for source in sources where source.folder == folder && source.name != "Misuse.swift" {  // has texts only
                let words = Set(code(of: source).flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
                let known = words.intersection(types).subtracting(folder == "Runtime" ? ["Receiver"] : [])
                #expect(known.isEmpty, "\(folder)/\(source.name)")
            }
        }
    }

    /// Each builds on those before it.
    private let folders = ["Runtime", "Observation", "Variables", "Transforms", "Promises", "Async", "Deprecated"]

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
