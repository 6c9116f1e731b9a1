/// A source file with its text, tokens and declarations.
package struct SwiftSource: Sendable {

    /// The path inside the folder of the sources.
    package let file: String

    package let text: [UInt8]
    package let tokens: [Token]

    /// All declarations, outer ones first.
    package let declarations: [Declaration]

    package init(file: String, text: String) {
        self.file = file
        self.text = Array(text.utf8)
        tokens = Tokenizer.tokens(of: self.text)
        declarations = DeclarationReader.declarations(of: tokens)
    }

    package func text(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    /// The line number of a position, as in editors.
    package func line(of position: Int) -> Int { 1 + text[..<position].count { $0 == .newline } }

    /// The declarations around a token, outer ones first.
    package func declarations(around token: Int) -> [Declaration] {
        declarations.filter { $0.tokens.contains(token) }
    }

    /// The token at a position of the text, or the next one.
    package func token(at position: Int) -> Int? {
        var start = 0, end = tokens.count
        while start < end {
            let middle = (start + end) / 2
            if tokens[middle].range.upperBound > position { end = middle } else { start = middle + 1 }
        }
        return start < tokens.count ? start : nil
    }

    /// The places of the tokens in a range of this source's tokens.
    package func occurrences(of wanted: [Token], in range: Range<Int>) -> [Range<Int>] {
        guard let first = wanted.first, wanted.count <= range.count else { return [] }
        return (range.lowerBound...range.upperBound - wanted.count).compactMap { start in
            guard tokens[start].text == first.text else { return nil }
            let found = start..<start + wanted.count
            return tokens[found].elementsEqual(wanted) { $0.text == $1.text } ? found : nil
        }
    }
}
