import Foundation
import Testing

/// Programs that the compiler must accept or reject. They are in the folder `Snippets`.
@Suite struct CompileTests {

    @Test(arguments: [Compiler.Mode.swift6, .swift5Complete])
    func `good clients compile without a warning under complete checking`(mode: Compiler.Mode) async throws {
        let diagnostics = try await Compiler().compile([support] + snippets("Accepted"), mode)
        #expect(diagnostics == [])
    }

    /// The number of solver scopes is the same on each machine, unlike the search time.
    @Test func `the compiler hardly searches for the types of a chain`() async throws {
        let chains = folder.appendingPathComponent("Accepted/Chains.swift")
        let diagnostics = try await Compiler().compile(
            [support, chains], .swift6, flags: ["-Xfrontend", "-solver-scope-threshold=400"])
        #expect(diagnostics == [])
    }

    /// The compiler checks the flow of values only if all types are right. Programs that fail this
    /// check have a folder of their own.
    @Test(arguments: ["Rejected", "RejectedByFlow"])
    func `bad clients don't compile in Swift 6, for the right reasons`(folder: String) async throws {
        try await expectDiagnostics(announcedIn: snippets(folder), .swift6)
    }

    /// The diagnostics are the same in both modes. A compiler that crashes reports none of them.
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
            // A closure without a declared type returns the handle of its observation.
            #expect(
                diagnostic.text.contains("this is an error in the Swift 6 language mode")
                    || diagnostic.text.contains("'ObservationHandle' is unused"), "\(diagnostic)")
        }
    }

    @Test func `every public type says whether it's Sendable`() throws {
        let library = package.appendingPathComponent("Sources/SwiftObserver")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: library.path).filter { $0.hasSuffix(".swift") }
        var count = 0
        for path in paths where !path.hasPrefix("Runtime/") {  // clients don't see these types
            var comment = ""
            let source = try String(contentsOf: library.appendingPathComponent(path), encoding: .utf8)
            for line in source.components(separatedBy: "\n") {
                if line.contains(/^ *\/\/\//) {
                    comment += line
                } else if line.contains(/^ *(public|open) (final )?(class|struct|enum|actor)\b.*[^}]$/) {
                    // A type that ends on its first line has no values.
                    count += 1
                    #expect(comment.contains("Sendable"), "\(path): \(line)")
                } else if !line.hasPrefix("@") {
                    comment = ""
                }
            }
        }
        #expect(count > 20)
    }

    /// Expects the diagnostics that the comments announce, and no others.
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

    /// Declarations that all snippets use.
    private var support: URL { folder.appendingPathComponent("Support.swift") }

    private var folder: URL { package.appendingPathComponent("Tests/CompileTests/Snippets") }

    private func snippets(_ name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }
}
