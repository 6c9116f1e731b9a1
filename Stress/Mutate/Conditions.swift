extension Change {

    /// Negates conditions.
    ///
    /// A condition that binds a value can't be negated. It's replaced by one that never holds.
    static func conditions(in code: SourceCode) -> [Edit] {
        let bare = String(decoding: code.bare, as: UTF8.self)
        var edits: [Edit] = []
        for match in bare.matches(of: #/\b(if|guard|while) /#) {
            let start = bare.utf8.distance(from: bare.startIndex, to: match.range.upperBound)
            for clause in clauses(from: start, isGuard: match.output.1 == "guard", code) {
                let text = code.text(clause)
                if text.hasPrefix("let ") || text.hasPrefix("var ") || text.hasPrefix("case ") {
                    edits.append((clause, "\(text), Bool(false)"))
                } else {
                    edits.append((clause, "!(\(text))"))
                }
            }
        }
        return edits
    }

    /// The parts of a condition, between commas.
    private static func clauses(from start: Int, isGuard: Bool, _ code: SourceCode) -> [Range<Int>] {
        var clauses: [Range<Int>] = [], clauseStart = start, depth = 0, index = start
        while index < code.bare.count {
            let isEnd =
                depth == 0 && (isGuard ? code.bare[index...].starts(with: " else {".utf8) : code.bare[index] == .brace)
            if isEnd || depth == 0 && code.bare[index] == UInt8(ascii: ",") {
                if let clause = code.trim(clauseStart..<index) { clauses.append(clause) }
                clauseStart = index + 1
            }
            if isEnd { return clauses }
            if code.bare[index].opens { depth += 1 }
            if code.bare[index].closes { depth -= 1 }
            if depth < 0 { return [] }
            index += 1
        }
        return []
    }
}

extension SourceCode {

    /// The range without whitespace at its ends, or `nil` if nothing remains.
    func trim(_ range: Range<Int>) -> Range<Int>? {
        let isBlank = { (index: Int) in self.bare[index] == .space || self.bare[index] == .newline }
        guard let start = range.first(where: { !isBlank($0) }), let end = range.last(where: { !isBlank($0) }) else {
            return nil
        }
        return start..<end + 1
    }
}
