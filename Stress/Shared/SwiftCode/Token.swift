/// A name, number, string literal, operator or punctuation mark of Swift code.
///
/// It doesn't include the whitespace and comments around it.
package struct Token: Sendable {

    package enum Kind: Sendable {
        case word
        case number

        /// A string literal with its content, including interpolated code.
        case string
        case symbol
    }

    package let kind: Kind

    /// The text. Tokens with the same text have the same meaning.
    ///
    /// It doesn't contain the indentation of a multi-line string.
    package let text: String

    /// The bytes of the token in the source.
    package let range: Range<Int>

    /// `true` if only whitespace and comments precede it on its line.
    package let isFirstOnLine: Bool

    /// Returns all tokens of some code.
    package static func all(of code: String) -> [Token] { Tokenizer.tokens(of: Array(code.utf8)) }
}

extension Token {

    /// `true` for `#if`, `#elseif`, `#else` and `#endif`.
    var isCondition: Bool { text.hasPrefix("#") && ["#if", "#elseif", "#else", "#endif"].contains(text) }

    var opens: Bool { kind == .symbol && (text == "(" || text == "[" || text == "{") }
    var closes: Bool { kind == .symbol && (text == ")" || text == "]" || text == "}") }
}
