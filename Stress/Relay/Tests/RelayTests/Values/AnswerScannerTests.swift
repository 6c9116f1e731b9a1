import RelayRig
import Testing

@testable import Relay

@Suite struct AnswerScannerTests {

    private func scan(_ bytes: some Sequence<UInt8>, inPiecesOf size: Int = .max) -> AnswerScanner {
        var scanner = AnswerScanner(), rest = Array(bytes)[...]
        while !rest.isEmpty {
            Array(rest.prefix(size)).withUnsafeBytes { scanner.scan($0) }
            rest = rest.dropFirst(size)
        }
        return scanner
    }

    private func texts(_ scanner: AnswerScanner) -> [String] {
        scanner.texts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A server's answer with the only entry after an id.
    private let entry = Wire.list(
        Wire.list(
            Wire.text("sky"),
            Wire.list(Wire.list(Wire.text("5-1"), Wire.fields("m", "1 00000000000000ab 1 f", "d", "x\r\n$5\r\n")))))

    @Test func `an answer is complete behind its last byte, whatever pieces it comes in`() {
        let answers = [
            entry, Wire.text(""), Wire.text("x"), Wire.status("OK"), Wire.error("ERR no"), Wire.number(-7), Wire.none,
            Wire.noList, Wire.list(), Wire.list(Wire.none, Wire.list(), Wire.noList, Wire.number(1), Wire.text("")),
            Wire.error(String(repeating: "long ", count: 100)),
        ]
        for answer in answers {
            for size in 1...answer.count {
                let scanner = scan(answer, inPiecesOf: size)
                #expect(scanner.isComplete && !scanner.isBroken && scanner.size == answer.count)
            }
            for count in 0..<answer.count { #expect(!scan(answer.prefix(count)).isComplete) }
        }
    }

    @Test func `what is behind an answer isn't counted`() {
        let scanner = scan(entry + Wire.text("more"))
        #expect(scanner.isComplete && scanner.size == entry.count && texts(scanner) == ["sky", "5-1"])
    }

    @Test func `the first two texts are known, or how they begin`() {
        for size in 1...100 {
            #expect(texts(scan(entry, inPiecesOf: size)) == ["sky", "5-1"])
            let long = String(repeating: "sky", count: 100)
            let scanner = scan(Wire.list(Wire.text(long), Wire.text(""), Wire.text("x")), inPiecesOf: size)
            #expect(texts(scanner) == [String(long.prefix(64)), ""])
        }
        #expect(texts(scan(Wire.list(Wire.number(1), Wire.none, Wire.text("x")))) == ["x"])
    }

    @Test func `a text counts as soon as it's announced`() {
        let scanner = scan("*1\r\n*2\r\n$3\r\n5-1\r\n*2\r\n$1\r\nx\r\n$281474976710655\r\n12".utf8)
        #expect(!scanner.isComplete && !scanner.isBroken && scanner.size > 1 << 48)
        #expect(texts(scanner) == ["5-1", "x"])
    }

    @Test func `an entry may be as large as the largest message, and at least 64 MB`() {
        var server = RelayServer()
        for (message, entry) in [(0, 64 << 20), (65 << 20, 65 << 20), (Int.max, 1 << 40)] {
            server.largestMessage = message
            #expect(server.largestEntry == entry)
        }
    }

    @Test(arguments: [
        "hello\r\n", "\r\n", "$\r\n", "$x\r\n", "$-2\r\n", "*-2\r\n", "*9999999999999999999\r\n",
        "$281474976710656\r\n",
        "*1\r\n_\r\n", "$5\n",
    ])
    func `bytes that break the protocol are noticed`(_ text: String) {
        for size in 1...3 {
            let scanner = scan(text.utf8, inPiecesOf: size)
            #expect(scanner.isBroken)
        }
    }

    @Test func `any lists are complete when hiredis finds them complete`() {
        var generator = Seeded(7)
        func any(_ depth: Int) -> [UInt8] {
            switch Int.random(in: 0...(depth == 0 ? 4 : 6), using: &generator) {
            case 0: return Wire.text((0..<Int.random(in: 0...20, using: &generator)).map { _ in 13 })
            case 1: return Wire.number(Int.random(in: -9...9, using: &generator))
            case 2: return Wire.none
            case 3: return Wire.noList
            case 4: return Wire.status("$3")
            default: return Wire.list((0..<Int.random(in: 0...4, using: &generator)).map { _ in any(depth - 1) })
            }
        }
        for _ in 0..<Scale.many / 1000 {
            let bytes = any(4), isComplete = reply(bytes) != nil
            #expect(isComplete && scan(bytes).isComplete && scan(bytes).size == bytes.count)
            #expect(!scan(bytes.dropLast()).isComplete)
        }
    }

    @Test func `damaged answers are scanned without a crash`() {
        var generator = Seeded(8)
        let letters = Array("0123456789-$*:+\r\n".utf8)
        for _ in 0..<Scale.many / 20 {
            var bytes = entry
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                    letters.randomElement(using: &generator) ?? 0
            }
            let scanner = scan(bytes, inPiecesOf: Int.random(in: 1...50, using: &generator))
            #expect(scanner.size >= 0 && scanner.texts.count <= 2)
        }
    }
}
