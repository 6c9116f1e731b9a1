import Foundation
import Testing

/// The example of the page about adding a transform.
@Suite struct HowToAddTests {

    @Test func `the example compiles as a file of the library`() async throws {
        let package = URL(fileURLWithPath: #filePath).ancestor(3)
        let page = package.appendingPathComponent("Docs/SwiftObserver.docc/HowToAdd.md")
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n")
        let example = try #require(blocks.first { $0.contains("class Every") }).components(separatedBy: "```")[0]
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())-Every.swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(example.utf8).write(to: file)
        let folder = package.appendingPathComponent("Sources/SwiftObserver")
        let library = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let diagnostics = try await Compiler().checkTypes(in: file, addedTo: #require(library))
        #expect(diagnostics == [])
    }
}
