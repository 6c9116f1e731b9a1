/// Finds the declarations of a source at the top level and in types, but not in functions.
struct DeclarationReader {

    private let tokens: [Token]
    private let brackets: Brackets
    private var declarations: [Declaration] = []

    /// All declarations, outer ones first.
    static func declarations(of tokens: [Token]) -> [Declaration] {
        var reader = DeclarationReader(tokens: tokens)
        reader.readMembers(in: tokens.indices, of: DeclarationPath([]))
        return reader.declarations
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
        brackets = Brackets(tokens)
    }

    private mutating func readMembers(in range: Range<Int>, of path: DeclarationPath) {
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            if tokens[index].isCondition {
                index += 1
                while index < range.upperBound, !tokens[index].isFirstOnLine { index += 1 }
                continue
            }
            index = endOfModifiers(from: index, in: range)
            guard index < range.upperBound else { break }
            let head = Head(start: start, keyword: index, range: range)
            switch tokens[index].text {
            case "class", "struct", "enum", "actor", "protocol": index = readType(head, path)
            case "extension": index = readExtension(head)
            case "func", "init", "deinit": index = readFunction(head, path)
            case "var", "let", "subscript": index = readProperty(head, path)
            case ";": index += 1
            default: index = end(from: index + 1, in: range, body: { _ in false }).end
            }
        }
    }

    /// The beginning of a declaration, and the members to which it belongs.
    private struct Head {
        let start: Int
        let keyword: Int
        let range: Range<Int>
    }

    // MARK: - Kinds of declarations

    private mutating func readType(_ head: Head, _ path: DeclarationPath) -> Int {
        guard head.keyword + 1 < head.range.upperBound else { return head.range.upperBound }
        return readMembers(head, path.appending(name(at: head.keyword + 1)))
    }

    private mutating func readExtension(_ head: Head) -> Int {
        var path = DeclarationPath([]), depth = 0
        for token in tokens[head.keyword + 1..<head.range.upperBound] {
            if depth == 0, ["{", ":", "where"].contains(token.text) { break }
            if token.text == "<" { depth += 1 }
            if token.text == ">" { depth -= 1 }
            if depth == 0, token.kind == .word { path = path.appending(token.text) }
        }
        return readMembers(head, path)
    }

    private mutating func readMembers(_ head: Head, _ path: DeclarationPath) -> Int {
        let (body, end) = end(from: head.keyword + 1, in: head.range, body: { _ in true })
        add(.type, path, head.start..<end, body)
        if let body { readMembers(in: body, of: path) }
        return end
    }

    private mutating func readFunction(_ head: Head, _ path: DeclarationPath) -> Int {
        var base = tokens[head.keyword].text, next = head.keyword + 1
        if base == "func", next < head.range.upperBound {
            base = name(at: next)
            next += 1
            // Some operators consist of several tokens.
            while tokens[next - 1].kind == .symbol, next < head.range.upperBound, tokens[next].text != "(",
                tokens[next].range.lowerBound == tokens[next - 1].range.upperBound
            {
                base += tokens[next].text
                next += 1
            }
        }
        let (body, end) = end(from: next, in: head.range, body: { _ in true })
        let labels = base == "deinit" ? nil : labels(in: next..<end)
        add(.function, path.appending(base, labels: labels), head.start..<end, body)
        return end
    }

    private mutating func readProperty(_ head: Head, _ path: DeclarationPath) -> Int {
        let isSubscript = tokens[head.keyword].text == "subscript"
        var hasValue = false
        let (body, end) = end(from: head.keyword + 1, in: head.range) { [self] index in
            if tokens[index].text == "=" { hasValue = true }
            // After a value, braces are a closure of it, unless they contain observers.
            return !hasValue || self.hasAccessors(index + 1..<(brackets.closing(index) ?? index + 1))
        }
        let hasAccessors = body.map { self.hasAccessors($0) } ?? false
        let names: [DeclarationPath]
        if isSubscript {
            names = [path.appending("subscript", labels: labels(in: head.keyword + 1..<end, ofSubscript: true))]
        } else {
            names = variables(in: head.keyword + 1..<end).map { path.appending($0) }
        }
        for name in names {
            add(.property, name, head.start..<end, body, hasAccessors: hasAccessors)
            if let body, hasAccessors { readAccessors(in: body, of: name) }
        }
        return end
    }

    private mutating func readAccessors(in range: Range<Int>, of path: DeclarationPath) {
        var index = range.lowerBound
        while index < range.upperBound {
            let start = index
            index = endOfModifiers(from: index, in: range)
            guard index < range.upperBound else { break }
            let keyword = tokens[index].text
            index += 1
            while index < range.upperBound, tokens[index].text != "{", !Self.accessors.contains(tokens[index].text) {
                index += 1
            }
            guard index < range.upperBound, let end = brackets.closing(index) else { continue }
            add(.accessor, path.appending(keyword), start..<end + 1, index + 1..<end)
            index = end + 1
        }
    }

    private mutating func add(
        _ kind: Declaration.Kind, _ path: DeclarationPath, _ tokens: Range<Int>, _ body: Range<Int>?,
        hasAccessors: Bool = false
    ) {
        declarations.append(
            Declaration(kind: kind, path: path, tokens: tokens, body: body, hasAccessors: hasAccessors))
    }

    // MARK: - Parts of declarations

    /// The end of a declaration, which is after its body, and the range of the body.
    ///
    /// The closure is called for each token outside of brackets. For a brace, it returns `true` if
    /// that begins the body.
    private func end(from start: Int, in range: Range<Int>, body isBody: (Int) -> Bool) -> (body: Range<Int>?, end: Int)
    {
        var index = start
        while index < range.upperBound {
            let token = tokens[index]
            if token.text == ";" || token.isFirstOnLine && beginsDeclaration(index) { break }
            let begins = isBody(index)
            if let closing = brackets.closing(index) {
                let end = tokens[closing].closes ? closing + 1 : closing
                if token.text == "{", begins { return (index + 1..<closing, end) }
                index = end
            } else {
                index += 1
            }
        }
        return (nil, index)
    }

    /// `true` if the first token of a line begins another declaration or branch.
    private func beginsDeclaration(_ index: Int) -> Bool {
        let token = tokens[index]
        if token.text.hasPrefix("@") { return ![",", ":", "&", "->", "="].contains(tokens[index - 1].text) }
        return token.isCondition || Self.beginnings.contains(token.text)
    }

    private func endOfModifiers(from start: Int, in range: Range<Int>) -> Int {
        var index = start
        while index < range.upperBound {
            let text = tokens[index].text, next = index + 1
            let isTypeMember =
                text == "class" && next < range.upperBound
                && (Self.modifiers.contains(tokens[next].text)
                    || ["func", "var", "let", "subscript"].contains(tokens[next].text))
            guard text.hasPrefix("@") || Self.modifiers.contains(text) || isTypeMember else { break }
            index = next
            let isTouched =
                next < range.upperBound && tokens[next].range.lowerBound == tokens[start..<next].last?.range.upperBound
            if isTouched, tokens[next].text == "(", let closing = brackets.closing(next) { index = closing + 1 }
        }
        return index
    }

    private func name(at index: Int) -> String { tokens[index].text.filter { $0 != "`" } }

    /// The argument labels of the first parameters in parentheses.
    private func labels(in range: Range<Int>, ofSubscript isSubscript: Bool = false) -> String? {
        guard let open = range.first(where: { tokens[$0].text == "(" }), let end = brackets.closing(open) else {
            return nil
        }
        var labels = "("
        var index = open + 1, isStart = true
        while index < end {
            if isStart, tokens[index].kind == .word, index + 2 <= end {
                if tokens[index + 1].text == ":" {
                    labels += isSubscript ? "_:" : "\(name(at: index)):"
                } else if tokens[index + 1].kind == .word, tokens[index + 2].text == ":" {
                    labels += "\(name(at: index)):"
                }
            }
            isStart = tokens[index].text == ","
            index = brackets.closing(index).map { $0 + 1 } ?? index + 1
        }
        return labels + ")"
    }

    /// The names that a `var` or `let` declares.
    private func variables(in range: Range<Int>) -> [String] {
        guard let first = range.first else { return [] }
        if tokens[first].text == "(", let end = brackets.closing(first) {
            return (first + 1..<end).filter { tokens[$0].kind == .word }.map { name(at: $0) }
        }
        var names = [name(at: first)], index = first + 1
        while index + 2 < range.upperBound {
            if tokens[index].text == ",", tokens[index + 1].kind == .word, [":", "="].contains(tokens[index + 2].text) {
                names.append(name(at: index + 1))
            }
            index = brackets.closing(index).map { $0 + 1 } ?? index + 1
        }
        return names
    }

    private func hasAccessors(_ content: Range<Int>) -> Bool {
        let index = endOfModifiers(from: content.lowerBound, in: content)
        guard index < content.upperBound, Self.accessors.contains(tokens[index].text) else { return false }
        var next = index + 1
        guard next < content.upperBound else { return true }
        // The name of a new or old value.
        if tokens[next].text == "(" { next = brackets.closing(next).map { $0 + 1 } ?? content.upperBound }
        guard next < content.upperBound else { return false }
        return ["{", "async", "throws"].contains(tokens[next].text) || Self.accessors.contains(tokens[next].text)
    }

    private static let accessors: Set = [
        "get", "set", "willSet", "didSet", "_read", "_modify", "unsafeAddress", "unsafeMutableAddress",
    ]

    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private", "open", "static", "final", "override", "required",
        "convenience", "lazy", "weak", "unowned", "mutating", "nonmutating", "consuming", "borrowing", "nonisolated",
        "isolated", "distributed", "dynamic", "optional", "indirect", "infix", "prefix", "postfix",
    ]

    /// The words with which a line begins another declaration.
    private static let beginnings = modifiers.union([
        "class", "struct", "enum", "actor", "protocol", "extension", "func", "init", "deinit", "var", "let",
        "subscript",
        "case", "typealias", "associatedtype", "import", "operator", "precedencegroup",
    ])
}
