import Foundation
import Testing

/// What the compiler accepts and what it rejects. The programs lie in the folder "Snippets".
@Suite struct CompileTests {

    @Test(arguments: [Compiler.Mode.swift6, .swift5Complete])
    func `good clients compile without a warning under complete checking`(mode: Compiler.Mode) async throws {
        let diagnostics = try await Compiler().compile([support] + snippets("Accepted"), mode)
        #expect(diagnostics == [])
    }

    /// The number of scopes of a search is the same on each machine, unlike the time that it takes.
    @Test func `the compiler hardly searches for the types of a chain`() async throws {
        let chains = folder.appendingPathComponent("Accepted/Chains.swift")
        let diagnostics = try await Compiler().compile(
            [support, chains], .swift6, flags: ["-Xfrontend", "-solver-scope-threshold=400"])
        #expect(diagnostics == [])
    }

    /// The compiler looks at the flow of values only when all types are right, so that has a folder of its own.
    @Test(arguments: ["Rejected", "RejectedByFlow"])
    func `bad clients don't compile in Swift 6, for the right reasons`(folder: String) async throws {
        try await expectDiagnostics(announcedIn: snippets(folder), .swift6)
    }

    /// The same in both modes. A compiler that crashes says nothing about any of them.
    @Test(arguments: [Compiler.Mode.swift6, .swift5])
    func `the compiler explains common mistakes, at the line where they are`(mode: Compiler.Mode) async throws {
        try await expectDiagnostics(announcedIn: snippets("Mistakes"), mode, atLeast: 100)
    }

    @Test(arguments: [Compiler.Mode.swift6, .swift5])
    func `each name of each age compiles, or the compiler says what to write`(mode: Compiler.Mode) async throws {
        try await expectDiagnostics(announcedIn: snippets("Ages"), mode)
    }

    @Test func `clients of earlier versions still compile in Swift 5, with warnings about what Swift 6 rejects`()
        async throws
    {
        let kennel = package.appendingPathComponent("Tests/SwiftFiveClient/Kennel.swift")
        let diagnostics = try await Compiler().compile([kennel] + snippets("OldForms"), .swift5)
        #expect(diagnostics.count > 20)
        for diagnostic in diagnostics {
            #expect(diagnostic.kind == .warning, "\(diagnostic)")
            // A closure whose type isn't said returns the handle of what it starts.
            #expect(
                diagnostic.text.contains("this is an error in the Swift 6 language mode")
                    || diagnostic.text.contains("'ObservationHandle' is unused"), "\(diagnostic)")
        }
    }

    @Test func `every public type says whether it's Sendable`() throws {
        let library = package.appendingPathComponent("Sources/SwiftObserver")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: library.path).filter { $0.hasSuffix(".swift") }
        var count = 0
        for path in paths where !path.hasPrefix("Runtime/") {  // no one sees what's in there
            var comment = ""
            let source = try String(contentsOf: library.appendingPathComponent(path), encoding: .utf8)
            for line in source.components(separatedBy: "\n") {
                if line.contains(/^ *\/\/\//) {
                    comment += line
                } else if line.contains(/^ *(public|open) (final )?(class|struct|enum|actor)\b.*[^}]$/) {
                    // A type that ends in its line has no values.
                    count += 1
                    #expect(comment.contains("Sendable"), "\(path): \(line)")
                } else if !line.hasPrefix("@") {
                    comment = ""
                }
            }
        }
        #expect(count > 20)
    }

    /// Expects of the compiler what comments say, and nothing else.
    private func expectDiagnostics(
        announcedIn sources: [URL], _ mode: Compiler.Mode, atLeast minimum: Int = 6
    ) async throws {
        let expectations = try Expectation.all(in: sources)
        #expect(expectations.count >= minimum)
        let diagnostics = try await Compiler().compile([support] + sources, mode)
        for expectation in expectations {
            #expect(diagnostics.contains(where: expectation.isMet), "\(expectation)")
        }
        for diagnostic in diagnostics {
            #expect(expectations.contains { $0.isMet(by: diagnostic) }, "\(diagnostic)")
        }
    }

    private let package = URL(fileURLWithPath: #filePath).ancestor(3)

    /// What all snippets need.
    private var support: URL { folder.appendingPathComponent("Support.swift") }

    private var folder: URL { package.appendingPathComponent("Tests/CompileTests/Snippets") }

    private func snippets(_ name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }
}
