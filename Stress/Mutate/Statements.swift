extension Change {

    /// Deletes statements that have their own lines, or that are the only one in a block.
    static func statements(in code: SourceCode, _ blocks: [Block]) -> [Edit] {
        var edits: [Edit] = []
        let lines = code.lines.compactMap { code.trim($0) }
        for (number, line) in lines.enumerated() where number > 0 && isStatement(code.bare(line)) {
            let previous = code.bare(lines[number - 1])
            guard previous.contains(#/(^|[^-+*/=<>&|?:,(\[ ])$|^(case|default).*:$/#), let end = end(of: line, code)
            else {
                continue
            }
            let next = lines.first { $0.lowerBound >= end }
            if let next, code.bare(next).contains(#/^[.?:&|+*/)\]]|^- /#) { continue }
            edits.append((line.lowerBound..<end, ""))
        }
        for block in blocks where block.kind == .body {
            guard let statement = code.trim(block.content), isStatement(code.bare(statement)) else { continue }
            if code.bare(statement).contains("\n") || code.lineRange(around: statement.lowerBound) == statement {
                continue
            }
            if code.lineRange(around: block.content.lowerBound).contains(block.content) {
                edits.append((statement, ""))
            }
        }
        return edits
    }

    /// `true` if the text begins like a statement that acts, and neither declares nor branches.
    private static func isStatement(_ text: String) -> Bool {
        guard let word = text.firstMatch(of: /^[\w.]+/)?.output else { return false }
        if text == "break" || text == "continue" || text == "return" { return true }
        let others = [
            "let", "var", "func", "if", "else", "guard", "return", "for", "while", "switch", "case", "default", "do",
            "repeat",
            "where", "throw", "class", "struct", "enum", "extension", "init", "deinit", "import", "get", "set",
            "public",
            "private", "static", "fileprivate", "final", "override", "mutating", "convenience", "yield", "_modify",
            "infix",
            "weak", "unowned", "lazy", "internal", "typealias", "protocol", "subscript", "nonisolated", "indirect",
        ]
        return !others.contains(String(word)) && text.contains(/[(={]/) && !text.contains(/^\w+:/)
    }

    /// The end of a statement that begins with that line, if no other code follows there.
    private static func end(of line: Range<Int>, _ code: SourceCode) -> Int? {
        var depth = 0, index = line.lowerBound
        while index < code.bare.count {
            if code.bare[index].opens { depth += 1 }
            if code.bare[index].closes { depth -= 1 }
            if depth < 0 { return nil }
            index += 1
            if depth == 0, index == code.bare.count || code.bare[index] == .newline { break }
        }
        guard let range = code.trim(line.lowerBound..<index) else { return nil }
        return code.bare(range).contains(#/[-+*/=<>&|?:,]$/#) ? nil : range.upperBound
    }
}
