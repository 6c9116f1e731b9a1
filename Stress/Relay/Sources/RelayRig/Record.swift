/// An event of a subscriber, as it's written to a file.
public enum Record: Equatable, Sendable {

    /// The subscriber has begun, for the first time or again, and gets all entries after that id.
    case begun(milliseconds: UInt64, number: UInt64)

    /// A message of a publisher, with its id in the stream.
    case message(publisher: UInt64, tag: UInt32, index: UInt32, milliseconds: UInt64, number: UInt64)

    /// A message without bytes, and so without a number.
    case empty(publisher: UInt64, milliseconds: UInt64, number: UInt64)

    /// A report that this many messages of a publisher are missing.
    case gap(publisher: UInt64, count: UInt64)

    /// A message whose bytes are wrong.
    case damaged(publisher: UInt64)

    /// A report of an entry that can't be decoded.
    case undecodable

    /// A report of an entry from a foreign client. The kill tests add one as the end.
    case foreign

    /// A report that the connection is lost.
    case disconnected

    /// The size of each record in bytes.
    static let size = 40

    private var words: [UInt64] {
        switch self {
        case .begun(let milliseconds, let number): [1, milliseconds, number, 0, 0]
        case .message(let publisher, let tag, let index, let milliseconds, let number):
            [2, publisher, UInt64(tag) << 32 | UInt64(index), milliseconds, number]
        case .empty(let publisher, let milliseconds, let number): [3, publisher, 0, milliseconds, number]
        case .gap(let publisher, let count): [4, publisher, count, 0, 0]
        case .damaged(let publisher): [5, publisher, 0, 0, 0]
        case .undecodable: [6, 0, 0, 0, 0]
        case .foreign: [7, 0, 0, 0, 0]
        case .disconnected: [8, 0, 0, 0, 0]
        }
    }

    private init?(words: [UInt64]) {
        switch words[0] {
        case 1: self = .begun(milliseconds: words[1], number: words[2])
        case 2:
            self = .message(
                publisher: words[1], tag: UInt32(words[2] >> 32), index: UInt32(truncatingIfNeeded: words[2]),
                milliseconds: words[3], number: words[4])
        case 3: self = .empty(publisher: words[1], milliseconds: words[3], number: words[4])
        case 4: self = .gap(publisher: words[1], count: words[2])
        case 5: self = .damaged(publisher: words[1])
        case 6: self = .undecodable
        case 7: self = .foreign
        case 8: self = .disconnected
        default: return nil
        }
    }

    /// The record as it's written to a file.
    var bytes: [UInt8] { words.withUnsafeBytes { Array($0) } }

    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        var words = [UInt64](repeating: 0, count: 5)
        words.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
        self.init(words: words)
    }
}
