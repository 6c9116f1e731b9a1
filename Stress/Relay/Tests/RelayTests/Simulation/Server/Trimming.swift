@testable import Relay

/// The entries of a stream that a command removes.
struct Trimming {

    enum Limit {
        case count(Int)
        case id(RelayID)
    }

    let limit: Limit
    let isApproximate: Bool

    /// Reads the part of a command that begins with `MAXLEN` or `MINID`, and moves the index to its
    /// last word.
    init(_ words: [[UInt8]], _ index: inout Int, isCount: Bool) throws(ServerError) {
        var isApproximate = false
        index += 1
        if index + 1 < words.count, words[index] == [UInt8(ascii: "~")] {
            isApproximate = true
            index += 1
        } else if index + 1 < words.count, words[index] == [UInt8(ascii: "=")] {
            index += 1
        }
        self.isApproximate = isApproximate
        guard isCount else {
            limit = .id(try RelayID(word: words[index]))
            return
        }
        let count = try Int(word: words[index])
        if count < 0 { throw ServerError("ERR The MAXLEN argument must be >= 0.") }
        limit = .count(count)
    }
}
