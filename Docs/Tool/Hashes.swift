import Foundation

/// The hashes by which docc tells overloads apart, as in `observe(_:)-317gc`.
///
/// They mean nothing to readers.
enum Hashes {

    /// Checks that no page shows a hash. Addresses may contain hashes.
    static func check(pages: [String: Any], _ complaints: inout Complaints) {
        for (path, json) in pages.sorted(by: { $0.key < $1.key }) {
            for text in visibleTexts(in: json) where text.contains(")-") && text.contains(/[(:]\)-[0-9a-z]{3,6}\b/) {
                complaints.add("\(path) shows the hash of an overload: \(text)")
            }
        }
    }

    /// Checks that no link to a function contains a hash.
    ///
    /// Overloads share a page, and parameter types select one of them. Links to properties need
    /// hashes.
    static func checkLinks(in repository: String, _ complaints: inout Complaints) throws {
        for folder in ["Docs", "Sources"] {
            let root = "\(repository)/\(folder)"
            for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
                guard path.hasSuffix(".md") || path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
                for line in text.split(separator: "\n") where line.contains(")-") {
                    for link in line.matches(of: /(?:``|<doc:)[^`>]*\)-[0-9a-z]{3,6}(?:``|>)/) {
                        complaints.add(
                            "\(folder)/\(path) links to a function by a hash: \(link.0). Leave it out, or write types of parameters."
                        )
                    }
                }
            }
        }
    }

    private static func visibleTexts(in json: Any, of key: String = "") -> [String] {
        if let text = json as? String { return key == "code" || key == "text" || key == "title" ? [text] : [] }
        if let array = json as? [Any] { return array.flatMap { visibleTexts(in: $0, of: key) } }
        guard let object = json as? [String: Any] else { return [] }
        return object.flatMap { visibleTexts(in: $0.value, of: $0.key) }
    }
}
