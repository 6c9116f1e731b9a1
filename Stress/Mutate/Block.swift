import SwiftCode

/// The code between two braces.
struct Block {

    enum Kind {
        /// Statements. They can be repeated, once for each mutant.
        case body
        /// The cases of a `switch`. They belong to the statements around it.
        case cases
        /// Declarations.
        case declarations
    }

    let kind: Kind

    /// The content between the braces. For closures, it begins after `in`.
    let content: Range<Int>

    /// All blocks of a file, outer blocks first.
    static func all(of code: SourceCode) -> [Block] {
        var blocks: [Block] = [], open: [Block] = []
        let kinds = kindsOfBodies(in: code.source)
        for index in code.bare.indices where code.bare[index] == .brace {
            open.removeAll { $0.content.upperBound <= index }
            guard let end = code.closing(index) else { break }
            let kind = kinds[index] ?? kindOfInnerBlock(at: index, in: open.last?.kind ?? .declarations, code)
            let start = kind == .body ? closureStart(index + 1..<end, code) : index + 1
            let block = Block(kind: kind, content: start..<end)
            blocks.append(block)
            open.append(block)
        }
        return blocks
    }

    /// The kinds of the bodies of declarations, by the position of the brace.
    private static func kindsOfBodies(in source: SwiftSource) -> [Int: Kind] {
        var kinds: [Int: Kind] = [:]
        for declaration in source.declarations {
            guard let body = declaration.body else { continue }
            let hasMembers = declaration.kind == .type || declaration.hasAccessors
            kinds[source.tokens[body.lowerBound - 1].range.lowerBound] = hasMembers ? .declarations : .body
        }
        return kinds
    }

    /// The kind of a block in statements, or in the value of a declaration.
    private static func kindOfInnerBlock(at brace: Int, in outer: Kind, _ code: SourceCode) -> Kind {
        let line = code.lineRange(around: brace).lowerBound..<brace
        return outer != .declarations && code.bare(line).contains(/\bswitch\b/) ? .cases : .body
    }

    /// The place where the statements of a closure begin, after its captures and parameters.
    private static func closureStart(_ content: Range<Int>, _ code: SourceCode) -> Int {
        let line = content.lowerBound..<min(content.upperBound, code.lineRange(around: content.lowerBound).upperBound)
        let header = /^\s*(\[[^\]]*\]\s*)?(\([^)]*\)|[\w, ]*?)\s*(async |throws )?(-> \w+ )?in(\s|$)/
        let text = code.bare(line)
        guard let match = text.firstMatch(of: header), !text.contains(/^\s*for\b/) else { return content.lowerBound }
        return content.lowerBound + match.output.0.utf8.count
    }
}
