/// What stands between two braces.
struct Block {

    enum Kind {
        /// Statements. They can be there several times, one for each mutant.
        case body
        /// The cases of a `switch`. They belong to the statements around it.
        case cases
        /// Declarations.
        case declarations
    }

    let kind: Kind

    /// Everything between the braces. For closures, it begins behind `in`.
    let content: Range<Int>

    /// All blocks of a file, outer ones before those in them.
    static func all(of code: SourceCode) -> [Block] {
        var blocks: [Block] = [], open: [Block] = []
        for index in code.bare.indices where code.bare[index] == .brace {
            open.removeAll { $0.content.upperBound <= index }
            guard let end = code.closing(index) else { break }
            let kind = kind(of: index + 1..<end, in: open.last?.kind ?? .declarations, code)
            let start = kind == .body ? closureStart(index + 1..<end, code) : index + 1
            let block = Block(kind: kind, content: start..<end)
            blocks.append(block)
            open.append(block)
        }
        return blocks
    }

    private static func kind(of content: Range<Int>, in outer: Kind, _ code: SourceCode) -> Kind {
        let line = code.lineRange(around: content.lowerBound).lowerBound..<content.lowerBound - 1
        guard outer == .declarations else {
            return code.bare(line).contains(/\bswitch\b/) ? .cases : .body
        }
        let hasAccessors = code.bare(content).contains(
            /(^|\s)(get|set|_modify|didSet|willSet)(\(\w+\))? (async |throws )?[{]/)
        switch declaration(before: content.lowerBound - 1, code) {
        case "func", "init", "deinit", "get", "set", "_modify", "didSet", "willSet": return .body
        case "var", "let", "subscript": return hasAccessors ? .declarations : .body
        default: return .declarations
        }
    }

    /// The word that says what is declared by the lines before a brace.
    private static func declaration(before brace: Int, _ code: SourceCode) -> String {
        let words =
            "func|init|deinit|get|set|_modify|didSet|willSet|var|let|subscript|class|struct|enum|extension|protocol|actor"
        guard let declaration = try? Regex("^\\s*(?:@[^ ]+(?:\\([^)]*\\))? |[a-z()]+ )*?(\(words))\\b") else {
            return ""
        }
        var position = brace
        while true {
            let line = code.lineRange(around: position)
            if let match = code.bare(line).firstMatch(of: declaration), let word = match.output[1].substring {
                return String(word)
            }
            if line.lowerBound == 0 { return "" }
            position = line.lowerBound - 1
        }
    }

    /// Where the statements of a closure begin, behind its captures and parameters.
    private static func closureStart(_ content: Range<Int>, _ code: SourceCode) -> Int {
        let line = content.lowerBound..<min(content.upperBound, code.lineRange(around: content.lowerBound).upperBound)
        let header = /^\s*(\[[^\]]*\]\s*)?(\([^)]*\)|[\w, ]*?)\s*(async |throws )?(-> \w+ )?in(\s|$)/
        let text = code.bare(line)
        guard let match = text.firstMatch(of: header), !text.contains(/^\s*for\b/) else { return content.lowerBound }
        return content.lowerBound + match.output.0.utf8.count
    }
}
