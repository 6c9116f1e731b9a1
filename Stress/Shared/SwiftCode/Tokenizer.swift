/// Splits Swift code into tokens.
///
/// It supports the syntax that occurs in the sources of this package. They have no regular
/// expressions between bare slashes.
struct Tokenizer {

    private let text: [UInt8]
    private var index = 0
    private var isFirstOnLine = true
    private var tokens: [Token] = []

    static func tokens(of text: [UInt8]) -> [Token] {
        var tokenizer = Tokenizer(text: text)
        tokenizer.readAll()
        return tokenizer.tokens
    }

    private init(text: [UInt8]) { self.text = text }

    private mutating func readAll() {
        while index < text.count {
            if skipSpace() { continue }
            let start = index, kind = readToken()
            tokens.append(
                Token(
                    kind: kind, text: text(of: kind, start..<index), range: start..<index, isFirstOnLine: isFirstOnLine)
            )
            isFirstOnLine = false
        }
    }

    // MARK: - Space

    /// Skips one whitespace character or one comment. Returns `false` if there's none.
    private mutating func skipSpace() -> Bool {
        switch text[index] {
        case .newline:
            isFirstOnLine = true
            index += 1
        case .space, UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
        default:
            if isNext("//") {
                while index < text.count, text[index] != .newline { index += 1 }
            } else if isNext("/*") {
                skipComment()
            } else {
                return false
            }
        }
        return true
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if text[index] == .newline { isFirstOnLine = true }
            if isNext("/*") {
                depth += 1
                index += 2
            } else if isNext("*/") {
                depth -= 1
                index += 2
            } else {
                index += 1
            }
        } while depth > 0 && index < text.count
        index = min(index, text.count)
    }

    // MARK: - Tokens

    private mutating func readToken() -> Token.Kind {
        let first = text[index]
        if first == UInt8(ascii: "#") { return readAfterHashes() }
        if first == .quote { return readString(hashes: "") }
        if first == UInt8(ascii: "`") { return readWordInBackticks() }
        if first.isDigit { return readNumber() }
        if first.isWord || first == UInt8(ascii: "@") || first == UInt8(ascii: "$") {
            index += 1
            skipWord()
            return .word
        }
        if first.isOperator || isNext("..") { return readOperator() }
        index += 1
        return .symbol
    }

    private mutating func readAfterHashes() -> Token.Kind {
        let start = index
        while index < text.count, text[index] == UInt8(ascii: "#") { index += 1 }
        let hashes = String(decoding: text[start..<index], as: UTF8.self)
        if isNext("\"") { return readString(hashes: hashes) }
        if isNext("/") {
            index += 1
            while index < text.count, !isNext("/" + hashes) { index += 1 }
            index = min(index + 1 + hashes.utf8.count, text.count)
            return .string
        }
        skipWord()
        return .word
    }

    private mutating func readWordInBackticks() -> Token.Kind {
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "`"), text[index] != .newline { index += 1 }
        index = min(index + 1, text.count)
        return .word
    }

    private mutating func readNumber() -> Token.Kind {
        skipWord()
        if isNext("."), index + 1 < text.count, text[index + 1].isDigit {
            index += 1
            skipWord()
        }
        return .number
    }

    private mutating func skipWord() { while index < text.count, text[index].isWord { index += 1 } }

    /// Reads an operator.
    ///
    /// Adjacent `>`, `?` and `!`, as in `Box<Int?>?`, are separate tokens, since they rarely are
    /// one operator.
    private mutating func readOperator() -> Token.Kind {
        let start = index, hasDots = isNext(".")
        while index < text.count, text[index].isOperator || hasDots && isNext(".") {
            if index > start, isNext("//") || isNext("/*") { break }
            index += 1
        }
        let isNilCoalescing = index - start == 2 && text[start..<index].elementsEqual("??".utf8)
        if !isNilCoalescing, text[start..<index].allSatisfy({ ">?!".utf8.contains($0) }) { index = start + 1 }
        return .symbol
    }

    // MARK: - String literals

    private mutating func readString(hashes: String) -> Token.Kind {
        let quotes = isNext("\"\"\"") ? "\"\"\"" : "\"", isLong = quotes.utf8.count == 3
        let end = quotes + hashes, escape = "\\" + hashes
        index += quotes.utf8.count
        while index < text.count, !isNext(end), isLong || text[index] != .newline {
            guard isNext(escape) else {
                index += 1
                continue
            }
            index += escape.utf8.count
            if isNext("(") { skipInterpolation() } else { index += 1 }
        }
        index = min(index + end.utf8.count, text.count)
        return .string
    }

    private mutating func skipInterpolation() {
        var depth = 0
        repeat {
            if skipSpace() { continue }
            if text[index] == UInt8(ascii: "(") { depth += 1 }
            if text[index] == UInt8(ascii: ")") { depth -= 1 }
            _ = readToken()
        } while depth > 0 && index < text.count
    }

    private func text(of kind: Token.Kind, _ range: Range<Int>) -> String {
        let text = String(decoding: text[range], as: UTF8.self)
        guard kind == .string, text.contains("\n") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let indentation = lines.last?.prefix(while: { $0 == " " }) else { return text }
        return lines.map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }.joined(separator: "\n")
    }

    private func isNext(_ word: String) -> Bool { text[index...].starts(with: word.utf8) }
}

extension UInt8 {

    package static let newline = UInt8(ascii: "\n"), space = UInt8(ascii: " "), quote = UInt8(ascii: "\"")

    /// `true` if it can be part of a name or number.
    package var isWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 128...: true
        default: false
        }
    }

    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    fileprivate var isOperator: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }
}
