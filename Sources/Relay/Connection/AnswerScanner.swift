#if Relay

    /// Follows the structure of an answer while its bytes arrive, without keeping them.
    ///
    /// The announced length of a text reveals that it's too large before it arrives. The scanner
    /// also finds the end of an answer of which most was dropped.
    struct AnswerScanner {

        /// The number of bytes of the answer so far, including a text that is still arriving.
        private(set) var size = 0

        /// `true` if the bytes break the protocol.
        private(set) var isBroken = false

        /// The first two texts, or their beginnings.
        ///
        /// In answers with entries, these are the name of the stream and an id, or an id and a text
        /// of the entry.
        private(set) var texts: [[UInt8]] = []
        private var textCount = 0

        /// The number of values that are still to arrive. A list is a value that announces others.
        private var missing = 1

        /// The number of bytes of the current text that are still to arrive, with its line end.
        private var rest = 0

        /// The line that announces a value, or its beginning.
        private var line: [UInt8] = []

        /// The number of bytes of lines and texts that are kept. All numbers and ids are shorter.
        private static let kept = 64

        /// `true` if the whole answer has arrived.
        var isComplete: Bool { missing == 0 && rest == 0 }

        /// Reads the next bytes.
        mutating func scan(_ bytes: UnsafeRawBufferPointer) {
            var index = 0
            while index < bytes.count, !isComplete, !isBroken {
                if rest > 0 {
                    let count = min(rest, bytes.count - index)
                    keepText(bytes[index..<(index + count)])
                    rest -= count
                    index += count
                } else {
                    let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n"))
                    let next = end.map { $0 + 1 } ?? bytes.count
                    line += bytes[index..<next].prefix(max(0, Self.kept - line.count))
                    size += next - index
                    index = next
                    if end != nil { endLine() }
                }
            }
        }

        private mutating func keepText(_ bytes: Slice<UnsafeRawBufferPointer>) {
            // The last two bytes of a text are the end of its line.
            guard textCount <= 2, let index = texts.indices.last, texts[index].count < Self.kept else { return }
            texts[index] += bytes.prefix(max(0, min(Self.kept - texts[index].count, rest - 2)))
        }

        private mutating func endLine() {
            defer { line = [] }
            missing -= 1
            switch line.first {
            case UInt8(ascii: "$"): announce { $0.beginText(of: $1) }
            case UInt8(ascii: "*"): announce { $0.missing += $1 }
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ":"): break
            default: isBroken = true
            }
        }

        /// Reads the announced number, and passes it on unless nothing is announced.
        private mutating func announce(_ take: (inout Self, Int) -> Void) {
            let digits = line.dropFirst().dropLast(2)
            if digits.elementsEqual("-1".utf8) { return }

            // All sums stay far below the largest number.
            guard let count = UInt64(ascii: digits), count < 1 << 48, size < 1 << 60, missing < 1 << 60 else {
                isBroken = true
                return
            }
            take(&self, Int(count))
        }

        private mutating func beginText(of count: Int) {
            rest = count + 2
            size += rest
            textCount += 1
            if textCount <= 2 { texts.append([]) }
        }
    }
#endif
