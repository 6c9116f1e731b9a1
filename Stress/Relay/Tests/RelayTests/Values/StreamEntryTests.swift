import CHiredis
import Foundation
import RelayRig
import Testing

@testable import Relay

@Suite struct StreamEntryTests {

    /// An entry without pointers.
    enum Read: Equatable {
        case message(RelayPublisher, UInt64, format: String, [UInt8], headers: [String: String] = [:])
        case position(RelayPublisher, UInt64, first: RelayID?)
        case unreadable
        case foreign
    }

    private func read(_ wire: [UInt8]) -> Read? {
        guard let reply = reply(wire) else { return nil }
        return reply.read { fields in
            switch StreamEntry(fields) {
            case .message(let head, let bytes):
                .message(
                    head.publisher, head.number, format: String(decoding: head.format, as: UTF8.self), Array(bytes),
                    headers: head.headers.texts)
            case .position(let publisher, let number, let first): .position(publisher, number, first: first)
            case .unreadable: .unreadable
            case .foreign: .foreign
            }
        }
    }

    private let ann = RelayPublisher(number: 0xab)

    @Test func `a message is read as it was written`() {
        let bytes = (0...255).map { UInt8($0) }
        let wire = Wire.list(
            Wire.text("m"), Wire.text("1 00000000000000ab 18446744073709551615 rgb/1"), Wire.text("d"), Wire.text(bytes)
        )
        #expect(read(wire) == .message(ann, .max, format: "rgb/1", bytes))
    }

    @Test func `a message may be empty`() {
        #expect(read(Wire.fields("m", "1 00000000000000ab 1 f", "d", "")) == .message(ann, 1, format: "f", []))
    }

    @Test func `a message may tell the id of the first one`() {
        let reply = reply(Wire.fields("m", "1 00000000000000ab 9 rgb/1 7-3", "d", "x"))
        let read = reply?.read { view -> (String, RelayID?)? in
            guard case .message(let head, _) = StreamEntry(view) else { return nil }
            return (String(decoding: head.format, as: UTF8.self), head.first)
        }
        #expect(read?.0 == "rgb/1")
        #expect(read?.1 == RelayID(milliseconds: 7, number: 3))
    }

    /// The headers of a message, or `nil` if the fields are no message.
    private func headers(_ fields: [String]) -> [String: String]? {
        reply(Wire.fields(["m", "1 00000000000000ab 9 f"] + fields))?.read { view in
            guard case .message(let head, let bytes) = StreamEntry(view), bytes.elementsEqual("x".utf8) else {
                return nil
            }
            return head.headers.texts
        }
    }

    @Test func `a message may have headers`() {
        #expect(headers(["d", "x"]) == [:])
        #expect(headers(["d", "x", "h:a", "1"]) == ["a": "1"])
        #expect(headers(["d", "x", "h:a", "", "h:b c", "2\r\n", "h:h:", "3"]) == ["a": "", "b c": "2\r\n", "h:": "3"])
        #expect(headers(["d", "x", "h:a", "1", "h:a", "2"]) == ["a": "2"])
        #expect(headers(["d", "x", "H:a", "1", "h:a", "2", "h a", "3"]) == ["a": "2"])
    }

    @Test func `a message with fields that are neither headers nor notes nor its own is foreign`() {
        for name in ["", "h", "h:", "a", "d", "m"] {
            #expect(headers(["d", "x", name, "1"]) == nil, "\(name)")
            #expect(headers(["d", "x", "h:a", "1", name, "1"]) == nil, "\(name)")
        }
        #expect(headers(["h:a", "1", "d", "x"]) == nil)
        #expect(headers(["d", "x", "h:a"]) == nil)
        let start = [Wire.text("m"), Wire.text("1 00000000000000ab 9 f"), Wire.text("d"), Wire.text("x")]
        let strange = [
            [Wire.none, Wire.text("1")], [Wire.text("h:a"), Wire.none], [Wire.number(1), Wire.text("1")],
            [Wire.text("h:a"), Wire.list(Wire.text("1"))], [Wire.text("h:a"), Wire.error("ERR no")],
        ]
        for fields in strange { #expect(read(Wire.list(start + fields)) == .foreign) }
    }

    @Test func `headers that are no text are repaired`() {
        let wire = Wire.list(
            Wire.text("m"), Wire.text("1 00000000000000ab 9 f"), Wire.text("d"), Wire.text("x"),
            Wire.text(Array("h:".utf8) + [255]),
            Wire.text([0xC3, 0x28]))
        let texts = reply(wire)?.read { view -> [String: String]? in
            if case .message(let head, _) = StreamEntry(view) { head.headers.texts } else { nil }
        }
        #expect(texts == ["\u{FFFD}": "\u{FFFD}("])
    }

    @Test func `a format may be empty`() {
        #expect(read(Wire.fields("m", "1 00000000000000ab 1 ", "d", "x")) == .message(ann, 1, format: "", [120]))
    }

    @Test func `a position is read with the id of the first message, if there is one`() {
        #expect(
            read(Wire.fields("p", "1 00000000000000ab 7 5-1"))
                == .position(ann, 7, first: RelayID(milliseconds: 5, number: 1)))
        #expect(read(Wire.fields("p", "1 00000000000000ab 7 -")) == .position(ann, 7, first: nil))
    }

    @Test(arguments: [
        "", "2 00000000000000ab 1 f", "1", "1 ", "1 00000000000000ab", "1 00000000000000ab 1", "1 00000000000000ab 0 f",
        "1 00000000000000ab -1 f", "1 00000000000000ab 18446744073709551616 f", "1 00000000000000AB 1 f", "1 ab 1 f",
        "1  00000000000000ab 1 f", "1 000000000000000ab 1 f", "1 0000000000000xab 1 f", "01 00000000000000ab 1 f",
        "hello",
    ])
    func `a message with a damaged envelope can't be read`(_ head: String) {
        #expect(read(Wire.fields("m", head, "d", "x")) == .unreadable)
    }

    @Test(arguments: [
        "", "2 00000000000000ab 1 -", "1 00000000000000ab", "1 00000000000000ab 1", "1 x 1 -", "1 00000000000000ab x -",
    ])
    func `a position with a damaged envelope can't be read`(_ head: String) {
        #expect(read(Wire.fields("p", head)) == .unreadable)
    }

    @Test func `a message may have notes, which are ignored`() {
        let head = "1 00000000000000ab 1 f"
        #expect(
            read(Wire.fields("m", head, "d", "x", "id", "1-1", "group", "")) == .message(ann, 1, format: "f", [120]))
        #expect(read(Wire.fields("m", head, "d", "x", "id", "1-1", "g", "")) == .foreign)
        #expect(read(Wire.fields("m", head, "id", "1-1", "d", "x")) == .foreign)
    }

    @Test func `what has other fields is foreign`() {
        let head = "1 00000000000000ab 1 f"
        #expect(read(Wire.fields("name", "value")) == .foreign)
        #expect(read(Wire.fields("m", head)) == .foreign)
        #expect(read(Wire.fields("m", head, "e", "x")) == .foreign)
        #expect(read(Wire.fields("m", head, "", "x")) == .foreign)
        #expect(read(Wire.fields("m", head, "d", "x", "d", "x")) == .foreign)
        #expect(read(Wire.fields("M", head, "d", "x")) == .foreign)
        #expect(read(Wire.fields("mm", head, "d", "x")) == .foreign)
        #expect(read(Wire.fields("", head, "d", "x")) == .foreign)
        #expect(read(Wire.fields("p", "1 00000000000000ab 7 -", "d", "x")) == .foreign)
    }

    @Test func `what is no list of texts is foreign`() {
        let head = Wire.text("1 00000000000000ab 1 f"), m = Wire.text("m"), d = Wire.text("d"), x = Wire.text("x")
        let strange = [
            Wire.none, Wire.noList, Wire.number(7), Wire.text("m"), Wire.status("OK"), Wire.error("ERR no"),
            Wire.list(),
            Wire.list(m), Wire.list(Wire.number(1), head, d, x), Wire.list(m, Wire.number(1), d, x),
            Wire.list(m, Wire.none, d, x), Wire.list(m, head, Wire.none, x), Wire.list(m, head, d, Wire.none),
            Wire.list(m, head, d, Wire.list(x)), Wire.list(Wire.list(m, head), Wire.list(d, x)),
            Wire.list(m, Wire.error("ERR no"), d, x), Wire.list(m, head, d, Wire.number(0)),
        ]
        for wire in strange { #expect(read(wire) == .foreign, "\(String(decoding: wire, as: UTF8.self))") }
    }

    @Test func `a million entries of random bytes are read without a crash`() throws {
        var generator = Seeded(3)
        let letters = Array("mdph:1 0123456789abcdef-\0\r\n".utf8) + [255]
        let noise = (0..<(1 << 16)).map { _ in letters[Int(generator.next() % UInt64(letters.count))] }

        // Each has places for noise, which are filled for each entry.
        let templates = [
            (Wire.fields("m", "1 00000000000000ab 1 f", "d", "12345678"), places: [(16, 22), (51, 8)]),
            (Wire.fields("m", "1 00000000000000ab 1 f", "d", "12345678"), places: [(35, 3), (51, 8)]),
            (Wire.fields("p", "1 00000000000000ab 1 5-1"), places: [(16, 24)]),
            (Wire.fields("p", "1 00000000000000ab 1 5-1"), places: [(35, 5)]),
            (Wire.fields("x", "1 00000000000000ab 1 f", "x", "12345678"), places: [(8, 1), (44, 1)]),
            (Wire.fields("m", "1 00000000000000ab 1 f", "d", "12345678", "h:a", "1"), places: [(65, 3), (74, 1)]),
        ]
        var wires = templates.map(\.0)
        let reader = try #require(redisReaderCreate())
        defer { redisReaderFree(reader) }
        var counts = (read: 0, unreadable: 0, foreign: 0), headerCount = 0
        for index in 0..<Scale.many {
            let kind = index % templates.count
            let (bytes, places) = (wires[kind].count, templates[kind].places)
            let reply: UnsafeMutableRawPointer? = wires[kind].withUnsafeMutableBytes { wire in
                for (start, count) in places {
                    let offset = Int(generator.next() % UInt64(noise.count - count))
                    noise.withUnsafeBytes { noise in
                        UnsafeMutableRawBufferPointer(rebasing: wire[start..<(start + count)]).copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: noise[offset..<(offset + count)]))
                    }
                }
                redisReaderFeed(reader, wire.baseAddress!.assumingMemoryBound(to: CChar.self), bytes)
                var reply: UnsafeMutableRawPointer?
                redisReaderGetReply(reader, &reply)
                return reply
            }
            let pointer = try #require(reply).assumingMemoryBound(to: redisReply.self)
            Reply(pointer).read { fields in
                switch StreamEntry(fields) {
                case .message(let head, let bytes):
                    counts.read += head.number > 0 && bytes.count == 8 ? 1 : 0
                    if !head.headers.texts.isEmpty { headerCount += 1 }
                case .position: counts.read += 1
                case .unreadable: counts.unreadable += 1
                case .foreign: counts.foreign += 1
                }
            }
        }
        #expect(counts.read > 0 && counts.unreadable > 0 && counts.foreign > 0 && headerCount > 0)
    }

    @Test func `damaged answers are read without a crash`() {
        var generator = Seeded(4)
        let valid = [
            Wire.fields("m", "1 00000000000000ab 12 rgb/1", "d", "some bytes"),
            Wire.fields("p", "1 00000000000000ab 7 5-1"),
            Wire.fields("m", "1 00000000000000ab 12 rgb/1", "d", "some bytes", "h:a", "1", "h:b", "2"),
            Wire.list(Wire.text("5-1"), Wire.fields("m", "1 00000000000000ab 12 rgb/1", "d", "some bytes")),
        ]
        var count = 0
        for index in 0..<Scale.many / 20 {
            var wire = valid[index % valid.count]
            for _ in 0...Int(generator.next() % 3) {
                let place = Int(generator.next() % UInt64(wire.count))
                switch generator.next() % 4 {
                case 0: wire[place] = UInt8(truncatingIfNeeded: generator.next())
                case 1: wire.remove(at: place)
                case 2: wire.insert(UInt8(truncatingIfNeeded: generator.next()), at: place)
                default: wire[place] = Array("0123456789 -$*:+\r\n".utf8)[Int(generator.next() % 18)]
                }
                if wire.isEmpty { break }
            }
            if read(wire) != nil { count += 1 }
        }
        #expect(count > 0)
    }
}
