/// Reads JSON, and records in which line each value begins, so that an error can name it.
struct JSONText {

    struct Value: Sendable {
        let line: Int
        let content: Content
    }

    indirect enum Content: Sendable {
        case null, bool(Bool), number(Double), text(String), array([Value]), object([(key: String, value: Value)])
    }

    struct Problem: Error {
        let line: Int
        let text: String
        init(_ line: Int, _ text: String) { (self.line, self.text) = (line, text) }
    }

    static func parse(_ bytes: [UInt8]) throws(Problem) -> Value {
        var parser = JSONText(bytes: bytes)
        if String(validating: bytes, as: UTF8.self) == nil {
            throw parser.problem("The text isn't UTF-8. Save it as UTF-8.")
        }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        if parser.next != nil { throw parser.problem("There's text after the end. Remove it.") }
        return value
    }

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func problem(_ text: String) -> Problem { Problem(line, text) }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) {
            if byte == 0x0a { line += 1 }
            index += 1
        }
    }

    private mutating func skip(_ character: Character) -> Bool {
        skipSpace()
        guard next == character.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(Problem) -> Value {
        skipSpace()
        let start = line
        if depth > 20 { throw problem("Lists and objects are nested too deeply. Use 20 levels at most.") }
        if skip("{") { return Value(line: start, content: .object(try members(depth))) }
        if skip("[") { return Value(line: start, content: .array(try elements(depth))) }
        if next == UInt8(ascii: "\"") { return Value(line: start, content: .text(try text())) }
        let word = String(
            decoding: bytes[index...].prefix { $0 > 0x20 && !",]}:\"".utf8.contains($0) }, as: UTF8.self)
        index += word.utf8.count
        switch word {
        case "true", "false": return Value(line: start, content: .bool(word == "true"))
        case "null": return Value(line: start, content: .null)
        case "": throw problem(next == nil ? "The text ends too early." : "A value is missing here.")
        default:
            let isNumber = word.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
            guard isNumber, let number = Double(word) else {
                throw problem("\(word) isn't a value. Put texts in quotes.")
            }
            return Value(line: start, content: .number(number))
        }
    }

    private mutating func elements(_ depth: Int) throws(Problem) -> [Value] {
        var elements: [Value] = []
        if skip("]") { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while skip(",")
        if !skip("]") { throw problem("A list must continue with \",\" or end with \"]\" here.") }
        return elements
    }

    private mutating func members(_ depth: Int) throws(Problem) -> [(key: String, value: Value)] {
        var members: [(key: String, value: Value)] = []
        if skip("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("A key in quotes is missing here.") }
            let key = try text()
            if members.contains(where: { $0.key == key }) { throw problem("\"\(key)\" occurs twice. Remove one.") }
            if !skip(":") { throw problem("\":\" is missing after \"\(key)\".") }
            members.append((key, try value(depth: depth + 1)))
        } while skip(",")
        if !skip("}") { throw problem("An object must continue with \",\" or end with \"}\" here.") }
        return members
    }

    private mutating func text() throws(Problem) -> String {
        index += 1
        var result: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
            case UInt8(ascii: "\\"):
                let escapes: [Character: UInt8] = [
                    "\"": 0x22, "\\": 0x5c, "/": 0x2f, "n": 0x0a, "t": 0x09, "r": 0x0d,
                ]
                guard let escaped = next, let meant = escapes[Character(Unicode.Scalar(escaped))] else {
                    throw problem("After \\, only one of \" \\ / n t r is allowed here.")
                }
                result.append(meant)
                index += 1
            case 0..<0x20: throw problem("A text must end with \" on the same line.")
            default: result.append(byte)
            }
        }
        throw problem("A text must end with \".")
    }
}
