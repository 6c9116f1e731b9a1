import Foundation

/// The code of a guide, which is one program from top to bottom.
struct Guide {

    private let blocks: [String]

    init(_ file: URL) throws {
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        blocks = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("swift\n") }
            .map { String($0.element.dropFirst(6)) }.filter { !$0.contains(".package(") }
    }

    /// A client that does all that the guide does. Types and functions come first, the rest is the body of a function.
    var client: String {
        var declarations: [String] = [], statements: [String] = [], isInDeclaration = false
        for line in blocks.joined(separator: "\n").components(separatedBy: "\n") {
            if line.hasPrefix("import ") { continue }
            let begins = ["final class ", "class ", "struct ", "enum ", "actor ", "func "].contains {
                line.hasPrefix($0)
            }
            if begins || isInDeclaration {
                declarations.append(line)
                isInDeclaration = begins ? !line.hasSuffix("}") : line != "}"
            } else {
                statements.append("    " + line)
            }
        }
        let constants = statements.compactMap { $0.firstMatch(of: /^    let (\w+)/)?.1 }
        return """
            import Dispatch
            import SwiftObserver

            \(declarations.joined(separator: "\n"))

            func followGuide() {
            \(statements.joined(separator: "\n"))
                _ = (\(constants.joined(separator: ", ")))
            }
            """
    }
}
