/// A change of one line, which makes a mutant of the library.
struct Change {

    let range: Range<Int>
    let replacement: String

    /// The place of the change: in statements, or in a value of a declaration.
    enum Place {
        case body(Range<Int>)
        case value
    }

    let place: Place

    /// All changes that this program makes in a file.
    static func all(of code: SourceCode) -> [Change] {
        let blocks = Block.all(of: code)
        var edits = words(in: code) + conditions(in: code) + statements(in: code, blocks)
        edits.sort { ($0.range.lowerBound, $0.replacement) < ($1.range.lowerBound, $1.replacement) }
        return edits.compactMap { edit in
            let inner = blocks.last { $0.content.contains(edit.range) && $0.kind != .cases }
            if let inner, inner.kind == .body {
                return Change(range: edit.range, replacement: edit.replacement, place: .body(inner.content))
            }
            let text = code.bare(edit.range), line = code.bare(code.lineRange(around: edit.range.lowerBound))
            guard text == "true" || text == "false" || Int(text) != nil, line.contains(/[:=]/) else { return nil }
            return Change(range: edit.range, replacement: edit.replacement, place: .value)
        }
    }

    /// A range, and the text that replaces it.
    typealias Edit = (range: Range<Int>, replacement: String)
}

extension Range<Int> {
    func contains(_ other: Range<Int>) -> Bool { lowerBound <= other.lowerBound && other.upperBound <= upperBound }
}
