import RelayRig
import Testing

@testable import Relay

@Suite struct CommandTests {

    @Test func `a command is a list of words with their sizes`() {
        var bytes: [UInt8] = []
        bytes.append(command: "XADD", "sky", "*")
        #expect(String(decoding: bytes, as: UTF8.self) == "*3\r\n$4\r\nXADD\r\n$3\r\nsky\r\n$1\r\n*\r\n")
    }

    @Test func `sizes count bytes, and not letters`() {
        var bytes: [UInt8] = []
        bytes.append(word: "Äpfel🍏")
        #expect(String(decoding: bytes, as: UTF8.self) == "$10\r\nÄpfel🍏\r\n")
    }

    @Test func `words may be empty, or contain anything`() {
        var bytes: [UInt8] = []
        bytes.appendCount(of: 2)
        bytes.append(word: "")
        bytes.append(word: [0, 13, 10, 255])
        #expect(bytes == Array("*2\r\n$0\r\n\r\n$4\r\n".utf8) + [0, 13, 10, 255, 13, 10])
    }

    @Test(arguments: [0, 9, 10, 99, 100, 65_536, UInt64.max])
    func `numbers are written in decimal digits`(_ number: UInt64) {
        var bytes: [UInt8] = [1]
        bytes.append(decimal: number)
        #expect(String(decoding: bytes.dropFirst(), as: UTF8.self) == "\(number)")
    }

    @Test func `the server would read what was written`() throws {
        var generator = Seeded(1)
        for _ in 0..<200 {
            let words = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
                }
            }
            var bytes: [UInt8] = []
            bytes.appendCount(of: words.count)
            for word in words { bytes.append(word: word) }
            let read = reply(bytes)?.read { list in (0..<list.count).map { list[$0].bytes.map(Array.init) } }
            #expect(read == words)
        }
    }
}
