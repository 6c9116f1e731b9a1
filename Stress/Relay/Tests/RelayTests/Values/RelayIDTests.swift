import Foundation
import Testing

@testable import Relay

@Suite struct RelayIDTests {

    @Test(arguments: ["0-0", "1-2", "1732487760000-3", "18446744073709551615-18446744073709551615"])
    func `an id is the text that the server prints`(_ text: String) {
        #expect(RelayID(text)?.description == text)
    }

    @Test(
        arguments: [
            "", "-", "1", "1-", "-1", "1--2", "1-2-3", "1-2-", " 1-2", "1-2 ", "1 - 2", "+1-2", "1-+2", "-1-2", "a-b",
            "1-b",
            "0x1-2", "1-2\n", "1-2\0", "1_000-2", "18446744073709551616-0", "0-18446744073709551616", "１-２", "*", "$",
            "1-*", "+",
            "99999999999999999999999999999999-1",
        ])
    func `what isn't an id is none`(_ text: String) {
        #expect(RelayID(text) == nil)
    }

    @Test func `random bytes are an id only if they are two numbers`() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("0123456789-- +a\0".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...8, using: &random)).map { _ in letters.randomElement(using: &random)! }
            let id = bytes.withUnsafeBytes { RelayID(ascii: $0) }
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: "-", omittingEmptySubsequences: false)
            let isID =
                parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
            #expect((id != nil) == isID)
        }
    }

    @Test func `ids are ordered by time, and then by number`() {
        let ids = ["0-0", "0-1", "0-18446744073709551615", "1-0", "2-0", "10-1", "10-2"].compactMap { RelayID($0) }
        #expect(ids.shuffled().sorted() == ids)
        #expect(RelayID.zero == ids[0])
        #expect(Set(ids).count == ids.count)
    }

    @Test func `an id is encoded as its text`() throws {
        let ids = [RelayID(milliseconds: 5, number: 7), .zero, RelayID(milliseconds: .max, number: .max)]
        let data = try JSONEncoder().encode(ids)
        #expect(String(decoding: data, as: UTF8.self) == #"["5-7","0-0","18446744073709551615-18446744073709551615"]"#)
        #expect(try JSONDecoder().decode([RelayID].self, from: data) == ids)
    }

    @Test(arguments: [#"["1"]"#, #"[""]"#, "[1]", "[null]", #"[{"milliseconds":1,"number":2}]"#])
    func `what isn't an id can't be decoded`(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([RelayID].self, from: Data(json.utf8)) }
    }

    @Test func `the id in front of one is the largest below it`() {
        for (id, expected) in [("5-3", "5-2"), ("5-0", "4-18446744073709551615"), ("0-1", "0-0"), ("0-0", "0-0")] {
            #expect(RelayID(id)?.predecessor == RelayID(expected))
        }
    }
}
