import Testing

@testable import Relay

@Suite struct BatchTests {

    private let sky = StreamWriter.forTests("sky"), sea = StreamWriter.forTests("sea")

    private func text(_ batch: Batch) -> String { String(decoding: batch.commands, as: UTF8.self) }

    @Test func `an empty batch has no commands and no answers`() {
        let batch = Batch()
        #expect(batch.isEmpty && batch.commands.isEmpty)
    }

    @Test func `commands stand one behind the other`() {
        var batch = Batch()
        batch.add(1, of: sky) { $0.append(command: "A") }
        batch.add(2, of: sky) { $0.append(command: "B") }
        #expect(text(batch) == "*1\r\n$1\r\nA\r\n*1\r\n$1\r\nB\r\n")
    }

    @Test func `removed entries leave the others in order`() {
        var batch = Batch()
        for number in UInt64(1)...10 {
            batch.add(number, of: number % 2 == 0 ? sky : sea) {
                $0.append(command: String(repeating: "x", count: Int(number)))
            }
        }
        batch.remove { $0.writer === sea }
        #expect(batch.entries.compactMap(\.number) == [2, 4, 6, 8, 10])
        batch.remove { $0.number == 6 }
        var expected = Batch()
        for number in [2, 4, 8, 10] as [UInt64] {
            expected.add(number, of: sky) { $0.append(command: String(repeating: "x", count: Int(number))) }
        }
        #expect(batch.commands == expected.commands)
        batch.remove { _ in true }
        #expect(batch.isEmpty && batch.commands.isEmpty)
    }

    @Test func `a batch is full with a thousand commands, or a megabyte`() {
        var batch = Batch()
        for number in UInt64(1)...999 { batch.add(number, of: sky) { $0.append(command: "A") } }
        #expect(!batch.isFull)
        batch.add(nil, of: sky) { $0.append(command: "A") }
        #expect(batch.isFull)
        batch.removeAll()
        #expect(!batch.isFull)
        batch.add(1, of: sky) { $0.append(word: [UInt8](repeating: 0, count: 1 << 20)) }
        #expect(batch.isFull)
    }
}

extension StreamWriter {

    /// A writer to a stream with that name.
    static func forTests(_ stream: String) -> StreamWriter {
        StreamWriter(
            stream: stream, keeping: 10, format: "f", publisher: RelayPublisher(number: 1),
            sequence: StreamSequence())
    }
}
