import Foundation
import Testing

/// The code that the migration guides recommend. The tests in this folder compile and run it.
@Suite struct GuideTests {

    @Test(arguments: [1, 4, 5, 6])
    func `a test contains the code of each guide`(version: Int) throws {
        let ages = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let package = (0..<3).reduce(ages) { url, _ in url.deletingLastPathComponent() }
        let guide = try lines(of: package.appendingPathComponent("Docs/SwiftObserver.docc/From\(version).md"))
        let test =
            try lines(of: ages.appendingPathComponent("FromVersion\(version)Tests.swift"))
            + lines(of: ages.appendingPathComponent("../Support/Support.swift"))
        let blocks = codeBlocks(guide), cells = codeOfToday(guide)
        #expect(blocks.count > 1 && cells.count > 1)
        for line in blocks { #expect(test.contains { $0.hasSuffix(line) }, "\(line)") }
        for code in cells { #expect(test.contains { $0.contains(code) }, "\(code)") }
    }

    /// These programs show that a name still compiles, or that the compiler suggests a new one.
    @Test(arguments: [1, 4, 5, 6])
    func `the names that each guide replaces are in the program of their age`(version: Int) throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        let guide = try lines(of: package.appendingPathComponent("Docs/SwiftObserver.docc/From\(version).md"))
        let program = try lines(
            of: package.appendingPathComponent("Tests/CompileTests/Snippets/Ages/Version\(version).swift"))
        let names = Set(
            guide.filter { $0.hasPrefix("|") }.dropFirst(2).flatMap { row in code(in: row, column: 0) }
                .flatMap { $0.matches(of: /\w+/).map { String($0.output) } })
        let known = Set(
            program.flatMap { $0.components(separatedBy: "  // ")[0].matches(of: /\w+/).map { String($0.output) } })
        #expect(names.count > 10)
        #expect(names.subtracting(known).sorted() == [])
    }

    @Test func `each deprecated name is on the page of these names`() throws {
        let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../Docs")
        let page = try lines(of: docs.appendingPathComponent("SwiftObserver.docc/DeprecatedNames.md"))
        let known = Set(page.flatMap { $0.matches(of: /`(\w+)/).map { String($0.1) } })
        let list = try lines(of: docs.appendingPathComponent("api-deprecated.txt"))
        let names = Set(
            list.compactMap { line in
                line.firstMatch(of: /(?:func|var|typealias|protocol|enum) (\w+)/)?.1
                    ?? line.firstMatch(of: /^(\w+).* init\(/)?.1
            }.map(String.init))
        #expect(names.count > 40)
        #expect(names.subtracting(known).sorted() == [])
    }

    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// All lines between fences.
    private func codeBlocks(_ lines: [String]) -> [String] {
        var isCode = false
        return lines.filter { line in
            if line.hasPrefix("```") {
                isCode.toggle()
                return false
            }
            return isCode && !line.isEmpty
        }
    }

    /// The code in the right column of the table, up to its ellipsis.
    private func codeOfToday(_ lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix("|") }.dropFirst(2).flatMap { code(in: $0, column: 1) }
            .map { $0.components(separatedBy: " …")[0] }
    }

    private func code(in row: String, column: Int) -> [String] {
        row.components(separatedBy: " | ")[column].components(separatedBy: "`").enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
}
