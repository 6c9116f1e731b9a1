import Foundation
import Testing

/// Expects that files contain each line of code that a page of the documentation shows.
///
/// - Parameters:
///   - file: A file of tests.
///   - others: Files of the package, by their paths from its root.
func expectCode(of page: String, isContainedIn file: String, or others: [String] = []) throws {
    let url = URL(fileURLWithPath: file)
    var folder = url.deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(page).path), folder.path != "/" {
        folder.deleteLastPathComponent()
    }
    let files = [url] + others.map { folder.appendingPathComponent($0) }
    let tested = try files.map { try packed(String(contentsOf: $0, encoding: .utf8)) }.joined()
    let shown = try code(of: folder.appendingPathComponent(page))
    #expect(shown.count > 5)
    for line in shown {
        let isTested = tested.contains(packed(line))
        #expect(isTested, "\(line)")
    }
}

/// The code without comments and spaces, so that line breaks may differ.
private func packed(_ code: String) -> String {
    code.components(separatedBy: "\n").map { $0.components(separatedBy: "//")[0] }.joined().filter {
        !$0.isWhitespace
    }
}

/// The lines of all Swift code except for package manifests.
private func code(of page: URL) throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst()
        .map { $0.components(separatedBy: "```")[0] }
        .filter { !$0.contains(".package(") && !$0.contains(".testTarget(") }
        .flatMap { $0.components(separatedBy: "\n") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !packed($0).isEmpty }
}
