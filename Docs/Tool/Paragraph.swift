import Foundation

/// A paragraph, an item of a list, a heading or a comment.
struct Paragraph {

    /// The path and the line where it begins.
    let place: String

    /// The words between spaces, without inline code and targets of links.
    let words: [Substring]

    init(_ lines: [String], at place: String) {
        self.place = place
        words = Self.withoutCode(lines.joined(separator: " ")).split(whereSeparator: \.isWhitespace)
    }

    var text: String { words.joined(separator: " ") }

    /// The sentences that have more than two words.
    var sentences: [ArraySlice<Substring>] {
        var sentences: [ArraySlice<Substring>] = [], start = 0
        for index in words.indices.dropFirst() where words[index - 1].endsSentence && words[index].beginsSentence {
            sentences.append(words[start..<index])
            start = index
        }
        sentences.append(words[start...])
        return sentences.map { $0.drop { !$0.contains(where: \.isLetter) } }.filter { $0.count > 2 }
    }

    /// The words that a dictionary may know. Parts of names of the program aren't among them.
    var plainWords: [String] {
        words.filter { !$0.contains("/") }.flatMap {
            $0.split { !$0.isLetter && !$0.isNumber && !"'’._@~".contains($0) }
        }.compactMap { part in
            var word = part.trimmed { ".'’".contains($0) }
            if word.hasSuffix("'s") || word.hasSuffix("’s") { word.removeLast(2) }
            let letters = word.filter { $0 != "'" && $0 != "’" }
            let isPlain =
                letters.count > 1 && letters.allSatisfy(\.isLetter) && letters.dropFirst().allSatisfy(\.isLowercase)
            return isPlain ? String(word) : nil
        }
    }

    /// Replaces inline code and links by a mark, but keeps the texts of links.
    private static func withoutCode(_ text: String) -> String {
        var result = "", rest = Substring(text)
        /// Without an end, the character is text like any other.
        func skip(past end: Character) -> Bool {
            guard let index = rest.firstIndex(of: end) else { return false }
            rest = rest[index...].dropFirst()
            return true
        }
        while let character = rest.popFirst() {
            let next = rest.first
            switch character {
            case "`":
                rest = rest.drop { $0 == "`" }
                if skip(past: "`") { rest = rest.drop { $0 == "`" } }
                result.append("`")
            case "<" where next.map { $0.isLetter || "/!".contains($0) } == true && skip(past: ">"): result.append("`")
            case "]" where next == "(" && skip(past: ")"): break
            default: result.append(character)
            }
        }
        return result
    }
}

extension Paragraph {

    /// The paragraphs of a page.
    static func all(ofPage path: String, _ lines: [String]) -> [Paragraph] {
        var builder = ParagraphBuilder(path: path), isCode = false
        for (index, line) in lines.enumerated() {
            if line.isFence { isCode.toggle() }
            builder.add(isCode || line.isFence || line.isTable || line.isMarkup ? "" : line, at: index)
        }
        return builder.finish()
    }

    /// The comments of a file of Swift.
    static func all(ofComments path: String, _ lines: [String]) -> [Paragraph] {
        var builder = ParagraphBuilder(path: path), isCode = false
        for (index, line) in lines.enumerated() {
            if let comment = line.comment {
                if comment.isFence { isCode.toggle() }
                builder.add(isCode || comment.isFence || comment.isTable ? "" : comment, at: index)
            } else {
                isCode = false
                builder.add("", at: index)
                builder.add(line.range(of: "  // ").map { String(line[$0.upperBound...]) } ?? "", at: index)
                builder.add("", at: index)
            }
        }
        return builder.finish()
    }
}

/// Collects lines until a paragraph ends.
private struct ParagraphBuilder {

    let path: String
    private var first = 0
    private var lines: [String] = []
    private var all: [Paragraph] = []

    init(path: String) { self.path = path }

    /// Adds a line. An empty one ends the paragraph.
    mutating func add(_ line: String, at index: Int) {
        let text = line.trimmingCharacters(in: .whitespaces)
        let beginsItem =
            ["- ", "* ", "+ "].contains { text.hasPrefix($0) }
            || [". ", ") "].contains { text.drop(while: \.isNumber).hasPrefix($0) }
        if text.isEmpty || beginsItem || text.hasPrefix("#") { end() }
        if text.isEmpty { return }
        if lines.isEmpty { first = index + 1 }
        lines.append(text)
        if text.hasPrefix("#") { end() }
    }

    private mutating func end() {
        if !lines.isEmpty { all.append(Paragraph(lines, at: "\(path):\(first)")) }
        lines = []
    }

    mutating func finish() -> [Paragraph] {
        end()
        return all
    }
}

extension String {

    var isFence: Bool {
        let text = trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("~~~") || text.hasPrefix("```") && !text.drop { $0 == "`" }.contains("`")
    }

    var isTable: Bool { trimmingCharacters(in: .whitespaces).hasPrefix("|") }

    /// Whether this is an image, a comment of the page, or a field of a record.
    var isMarkup: Bool { ["![", "<!--", "**Status:", "**Extend"].contains { hasPrefix($0) } }

    /// The text of a line of Swift that is nothing but a comment.
    var comment: String? {
        let line = trimmingCharacters(in: .whitespaces)
        if !line.hasPrefix("//") { return nil }
        let text = line.drop { $0 == "/" }
        return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }
}

extension Substring {

    fileprivate var endsSentence: Bool { trimmed { "*_)\"”".contains($0) }.last.map { ".!?:".contains($0) } == true }

    fileprivate var beginsSentence: Bool { first.map { $0.isUppercase || "*_[…`\"“(".contains($0) } == true }

    /// `true` if it ends with a question mark, perhaps in quotes or parentheses.
    var isEndOfQuestion: Bool { trimmed { "*_)\"”".contains($0) }.last == "?" }

    fileprivate func trimmed(of isRemoved: (Character) -> Bool) -> Substring {
        var rest = drop(while: isRemoved)
        while let last = rest.last, isRemoved(last) { rest.removeLast() }
        return rest
    }
}
