@testable import Relay

/// Finds commands in the bytes that arrive.
struct CommandReader {

    struct Malformed: Error {}

    private var bytes: [UInt8] = []

    /// The index of the first byte that isn't read.
    private var start = 0

    mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The words of the next command, or `nil` until it's complete.
    mutating func next() throws(Malformed) -> [[UInt8]]? {
        var index = start
        guard let count = try number(after: UInt8(ascii: "*"), &index) else { return nil }
        var words: [[UInt8]] = []
        words.reserveCapacity(count)
        for _ in 0..<count {
            guard let length = try number(after: UInt8(ascii: "$"), &index) else { return nil }
            let end = index + length
            if end + 2 > bytes.count { return nil }
            words.append(Array(bytes[index..<end]))
            index = end + 2
        }
        start = index
        return words
    }

    /// Reads a line of a mark and a number, and moves the index after it.
    private func number(after mark: UInt8, _ index: inout Int) throws(Malformed) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] != mark { throw Malformed() }
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\r")), end + 1 < bytes.count else { return nil }
        guard let number = UInt64(digits: bytes[index + 1..<end]), number <= 512 << 20 else { throw Malformed() }
        index = end + 2
        return Int(number)
    }
}
