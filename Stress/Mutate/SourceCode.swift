import SwiftCode

/// A source file that distinguishes compiled code from other text.
struct SourceCode {

    let source: SwiftSource

    /// The text in which comments, strings, and inactive branches are blank. All lines stay.
    let bare: [UInt8]

    /// The path inside the folder of the sources.
    var file: String { source.file }
    var text: [UInt8] { source.text }

    init(_ source: SwiftSource) {
        self.source = source
        var bare = source.text.map { $0 == .newline ? $0 : .space }
        for token in source.tokens where token.kind != .string {
            bare.replaceSubrange(token.range, with: source.text[token.range])
        }
        self.bare = Self.withoutDeadBranches(bare)
    }

    func text(_ range: Range<Int>) -> String { source.text(range) }
    func bare(_ range: Range<Int>) -> String { String(decoding: bare[range], as: UTF8.self) }

    /// The line number of a position, as in editors.
    func line(of position: Int) -> Int { source.line(of: position) }

    /// The line around a position, without its line break.
    func lineRange(around position: Int) -> Range<Int> {
        let start = text[..<position].lastIndex(of: .newline).map { $0 + 1 } ?? 0
        return start..<(text[position...].firstIndex(of: .newline) ?? text.count)
    }

    /// All lines without their line breaks.
    var lines: [Range<Int>] {
        var lines: [Range<Int>] = [], start = 0
        for end in text.indices where text[end] == .newline {
            lines.append(start..<end)
            start = end + 1
        }
        return lines
    }

    /// The position of the parenthesis, bracket or brace that closes the one at a position.
    func closing(_ open: Int) -> Int? {
        var depth = 0
        for index in open..<bare.count {
            if bare[index].opens { depth += 1 }
            if bare[index].closes { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func withoutDeadBranches(_ bare: [UInt8]) -> [UInt8] {
        var bare = bare, start = 0
        var branches: [(isLive: Bool, wasLive: Bool)] = []
        for end in bare.indices where bare[end] == .newline {
            let words = String(decoding: bare[start..<end], as: UTF8.self).split(separator: " ")
            let isDirective = words.first?.hasPrefix("#") == true
            switch words.first {
            case "#if":
                let isLive = isTrue(words[1])
                branches.append((isLive, isLive))
            case "#elseif", "#else":
                guard let last = branches.popLast() else { break }
                let isLive = !last.wasLive && (words.count == 1 || isTrue(words[1]))
                branches.append((isLive, last.wasLive || isLive))
            case "#endif": branches.removeLast()
            default: break
            }
            if isDirective || branches.contains(where: { !$0.isLive }) {
                for index in start..<end { bare[index] = .space }
            }
            start = end + 1
        }
        return bare
    }

    /// `true` if a compilation condition holds where mutants run: an ordinary build on Linux.
    private static func isTrue(_ condition: Substring) -> Bool {
        ["canImport(Glibc)", "!canImport(ObjectiveC)", "os(Linux)", "!EXPLORE"].contains(condition)
    }
}

extension UInt8 {

    static let brace = UInt8(ascii: "{"), endBrace = UInt8(ascii: "}")

    var opens: Bool { self == UInt8(ascii: "(") || self == UInt8(ascii: "[") || self == .brace }
    var closes: Bool { self == UInt8(ascii: ")") || self == UInt8(ascii: "]") || self == .endBrace }
}
