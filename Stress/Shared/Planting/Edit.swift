import SwiftCode

/// A change of the text of a source.
struct Edit {

    let defect: String
    let range: Range<Int>
    let replacement: String

    /// Replaces the tokens in that range by the other code, except for common ends.
    ///
    /// So several defects can change the same statement.
    init(_ defect: String, in source: SwiftSource, replacing tokens: Range<Int>, by code: String) {
        let old = source.tokens[tokens], new = Token.all(of: code), text = Array(code.utf8)
        let prefix = zip(old, new).prefix { $0.text == $1.text }.count
        let longestSuffix = min(old.count, new.count) - prefix
        let suffix = zip(old.reversed(), new.reversed()).prefix(longestSuffix).prefix { $0.text == $1.text }.count
        let removed = old.dropFirst(prefix).dropLast(suffix), added = new.dropFirst(prefix).dropLast(suffix)

        // The new code, with the whitespace between it and the remaining code on each side, in both
        // texts.
        let start = added.first?.range.lowerBound ?? 0, end = added.last?.range.upperBound ?? 0
        let middle = String(decoding: text[start..<end], as: UTF8.self)
        let previous = old.prefix(prefix).last?.range.upperBound, next = old.suffix(suffix).first?.range.lowerBound
        let isGap = !added.isEmpty
        let before = isGap && prefix > 0 ? text[new[prefix - 1].range.upperBound..<start] : []
        let after = isGap && suffix > 0 ? text[end..<new[new.count - suffix].range.lowerBound] : []
        let spaceBefore = String(decoding: before, as: UTF8.self), spaceAfter = String(decoding: after, as: UTF8.self)

        self.defect = defect
        if let first = removed.first?.range.lowerBound, let last = removed.last?.range.upperBound {
            range = first..<last
            replacement = (first == previous ? spaceBefore : "") + middle + (last == next ? spaceAfter : "")
        } else if let next, previous == nil || spaceAfter.isEmpty {
            // The new code comes first, or touches the following code, like a prefix operator.
            range = next..<next
            replacement = (next == previous ? spaceBefore : "") + middle + spaceAfter
        } else if let previous {
            let gap = next.map { source.text(previous..<$0) } ?? "\n"
            let isSeparated = gap.contains("\n") || !gap.isEmpty && !spaceAfter.contains("\n")
            range = previous..<previous
            replacement = spaceBefore + middle + (isSeparated ? "" : spaceAfter)
        } else {
            preconditionFailure("the edit replaces no code")
        }
    }
}

extension SwiftSource {

    /// The text with all edits. Edits at the same position are applied in order.
    func text(with edits: [Edit]) throws(Overlap) -> String {
        var text: [UInt8] = [], position = 0, last: Edit?
        let sorted = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }
        for edit in sorted.map(\.element) {
            if let last, edit.range.lowerBound < position { throw Overlap(first: last.defect, second: edit.defect) }
            text += self.text[position..<edit.range.lowerBound]
            text += Array(edit.replacement.utf8)
            position = edit.range.upperBound
            last = edit
        }
        text += self.text[position...]
        return String(decoding: text, as: UTF8.self)
    }
}

/// An error for two defects that change the same code, so that no copy can contain both.
struct Overlap: Error {
    let first: String
    let second: String
}
