import SwiftCode
import Testing

/// Splitting code into tokens.
@Suite struct TokenTests {

    @Test func `operators, numbers and punctuation`() {
        #expect(texts("a&+b ?? c?.d!==e") == ["a", "&+", "b", "??", "c", "?", ".", "d", "!==", "e"])
        #expect(texts("0..<1_000 1.5 $0.1 0x1F") == ["0", "..<", "1_000", "1.5", "$0", ".", "1", "0x1F"])
        #expect(texts("Box<[Int?]>?>!") == ["Box", "<", "[", "Int", "?", "]", ">", "?", ">", "!"])
        #expect(texts(#"\.self @a(b) #if `is`"#) == [#"\"#, ".", "self", "@a", "(", "b", ")", "#if", "`is`"])
    }

    @Test func `comments and space aren't tokens`() {
        #expect(texts("a // b\n  /* c /* d */ e */ f/*g*/+//h\n i") == ["a", "f", "+", "i"])
        #expect(Token.all(of: "a /*\n*/ b\nc").map(\.isFirstOnLine) == [true, true, true])
        #expect(Token.all(of: "a /* */ b\n c d").map(\.isFirstOnLine) == [true, false, true, false])
    }

    @Test func `a string is one token, with all that's interpolated`() {
        let string = #""a \(b("c \(d)") + "}") \" e""#
        #expect(texts("(\(string))") == ["(", string, ")"])
        #expect(texts(##"#"a "b" \#(c)"#.d"##) == [##"#"a "b" \#(c)"#"##, ".", "d"])
        #expect(texts(##"#/a " / \{/#, b"##) == [##"#/a " / \{/#"##, ",", "b"])
    }

    @Test func `the indentation of a string of several lines doesn't matter`() {
        let one = "\"\"\"\n    a\n      b\n    \"\"\"", other = "\"\"\"\n  a\n    b\n  \"\"\""
        let different = "\"\"\"\n  a\n  b\n  \"\"\""
        #expect(texts(one) == texts(other))
        #expect(texts(one) != texts(different))
    }

    @Test func `tokens tell where they are`() {
        let code = "let ü = \"ö\" + 1"
        let bytes = Array(code.utf8)
        for token in Token.all(of: code) { #expect(String(decoding: bytes[token.range], as: UTF8.self) == token.text) }
    }

    private func texts(_ code: String) -> [String] { Token.all(of: code).map(\.text) }
}
