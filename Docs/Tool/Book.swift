import Foundation

/// The pages that are read one after the other.
struct Book {

    private let folder: String

    /// Pages to look up, which aren't part of the reading order.
    private static let others: Set = [
        "Tutorials", "ComingFromCombine", "From1", "From4", "From5", "From6", "FreeFunctions", "VariableOperators",
        "DeprecatedNames", "DecisionStatus",
    ]

    init(_ folder: String) { self.folder = folder }

    /// Pages have the order of the landing page, and begin with one or two lines that say what
    /// they're about.
    func check(_ complaints: inout Complaints) throws {
        let listed = try lines(of: "SwiftObserver").compactMap(Self.link).filter { !Self.others.contains($0) }
        for (page, next) in zip(listed, listed.dropFirst()) {
            let lines = try lines(of: page)
            if lines.last(where: { !$0.isEmpty }) != "Next: <doc:\(next)>" {
                complaints.add(
                    "\(page).md should end with the line 'Next: <doc:\(next)>', the next page on the landing page")
            }
            let introduction = lines.dropFirst(2).prefix { !$0.isEmpty }
            if introduction.isEmpty || introduction.count > 2 {
                complaints.add("\(page).md should begin with its title and one or two lines that say what it's about")
            }
        }
    }

    /// The page that a line of a list links to.
    private static func link(_ line: String) -> String? {
        line.firstMatch(of: /^- <doc:(\w+)>$/).map { String($0.1) }
    }

    private func lines(of page: String) throws -> [String] {
        try String(contentsOfFile: "\(folder)/\(page).md", encoding: .utf8).components(separatedBy: "\n")
    }
}
