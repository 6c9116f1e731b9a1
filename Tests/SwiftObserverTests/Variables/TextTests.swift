import SwiftObserver
import Testing

@Suite struct TextTests {

    @Test func `string, on all forms of variables`() {
        let plain = Var("a"), optional = Var<String?>(), some: Var<String>? = Var("c")
        let someOptional: Var<String?>? = Var(nil), none: Var<String>? = nil
        #expect(
            [plain.string, optional.string, some.string, someOptional.string, none.string] == ["a", "", "c", "", ""])
        plain.string += "x"
        optional.string += "x"
        some.string += "x"
        someOptional.string = "x"
        none.string += "x"
        #expect(plain.value == "ax")
        #expect(optional.value == "x")
        #expect(some?.value == "cx")
        #expect(someOptional?.value == "x")
        #expect(none == nil)
    }

    @Test func `a text variable is a collection of its characters`() {
        let text = Var("Hello"), none = Var<String?>()
        #expect(text.count == 5)
        #expect(text.first == "H")
        #expect(text.last == "o")
        #expect(text[text.index(after: text.startIndex)] == "e")
        #expect(String(text.reversed()) == "olleH")
        #expect(text.contains("l"))
        #expect(text.map { $0.uppercased() }.joined() == "HELLO")
        #expect(none.isEmpty)
        #expect(text.firstIndex(of: "l").map { text.distance(from: text.startIndex, to: $0) } == 2)
        #expect(text.index(before: text.endIndex) == text.string.index(before: text.string.endIndex))
        var characters = [Character]()
        for character in text { characters.append(character) }
        #expect(characters == Array("Hello"))
    }

    @Test func `generic code takes text variables as collections and streams`() {
        let text = Var("ab"), optional = Var<String?>("c")
        func characters(_ collection: some BidirectionalCollection<Character>) -> [Character] { Array(collection) }
        func sequence(_ sequence: some Sequence<Character>) -> Int { sequence.reduce(0) { sum, _ in sum + 1 } }
        func write<Stream: TextOutputStream>(_ string: String, to stream: Stream) {
            var stream = stream
            stream.write(string)
        }
        #expect(characters(text) == ["a", "b"])
        #expect(sequence(optional) == 1)
        write("x", to: text)
        write("y", to: optional)
        #expect(text.value == "abx")
        #expect(optional.value == "cy")
    }

    @Test func `print writes into a text variable, with updates`() {
        var text = Var("")
        let dog = Dog(), log = Recorder<String>()
        dog.observe(text).new { log.record($0) }
        print("a", terminator: "!", to: &text)
        #expect(text.value == "a!")
        #expect(log.values.last == "a!")
        text.write("b")
        #expect(text.value == "a!b")
        #expect(log.values.last == "a!b")
    }

    @Test func `a text variable is described by its string`() {
        let text = Var("a\n"), none = Var<String?>()
        #expect("\(text)" == "a\n")
        #expect(String(reflecting: text) == #""a\n""#)
        #expect("\(none)" == "")
        #expect(none.debugDescription == "\"\"")
        #expect(text.description == "a\n")
    }
}
