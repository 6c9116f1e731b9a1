/// Blanks comments and texts.
struct CommentEraser {

    private let text: [UInt8]
    private var bare: [UInt8]
    private var index = 0

    init(_ text: [UInt8]) {
        self.text = text
        bare = text
    }

    mutating func erase() -> [UInt8] {
        while index < text.count {
            if isNext("//") {
                while index < text.count, text[index] != .newline { blank(1) }
            } else if isNext("/*") {
                eraseComment()
            } else if text[index] == .quote {
                eraseText()
            } else {
                index += 1
            }
        }
        return bare
    }

    private mutating func eraseComment() {
        var depth = 0
        repeat {
            if isNext("/*") { depth += 1 }
            if isNext("*/") { depth -= 1 }
            blank(isNext("/*") || isNext("*/") ? 2 : 1)
        } while depth > 0 && index < text.count
    }

    private mutating func eraseText() {
        let end = isNext("\"\"\"") ? "\"\"\"" : "\""
        blank(end.utf8.count)
        while index < text.count, !isNext(end) {
            if isNext("\\(") {
                eraseInterpolation()
            } else {
                blank(isNext("\\") ? 2 : 1)
            }
        }
        blank(end.utf8.count)
    }

    /// Also blanks the code in a text. Mutants of it would only change what is printed.
    private mutating func eraseInterpolation() {
        blank(1)
        var depth = 0
        repeat {
            if text[index] == .quote {
                eraseText()
                continue
            }
            if text[index].opens { depth += 1 }
            if text[index].closes { depth -= 1 }
            blank(1)
        } while depth > 0 && index < text.count
    }

    private func isNext(_ word: String) -> Bool { text[index...].starts(with: word.utf8) }

    private mutating func blank(_ count: Int) {
        for _ in 0..<count where index < text.count {
            if text[index] != .newline { bare[index] = .space }
            index += 1
        }
    }
}
