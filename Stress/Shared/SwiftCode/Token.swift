/// A name, number, string literal, operator or punctuation mark of Swift code, without the space and comments around it.
package struct Token: Sendable {

    package enum Kind: Sendable {
        case word
        case number

        /// A string literal with everything in it, interpolated code included.
        case string
        case symbol
    }

    package let kind: Kind

    /// Two tokens with the same text mean the same. That text leaves out how far a string of several lines is indented.
    package let text: String

    /// The bytes of the source that the token takes.
    package let range: Range<Int>

    /// `true` if nothing but space and comments precedes it on its line.
    package let isFirstOnLine: Bool

    /// All tokens of some code.
    package static func all(of code: String) -> [Token] { Tokenizer.tokens(of: Array(code.utf8)) }
}

extension Token {

    /// `true` for `#if`, `#elseif`, `#else` and `#endif`.
    var isCondition: Bool { text.hasPrefix("#") && ["#if", "#elseif", "#else", "#endif"].contains(text) }

    var opens: Bool { kind == .symbol && (text == "(" || text == "[" || text == "{") }
    var closes: Bool { kind == .symbol && (text == ")" || text == "]" || text == "}") }
}
