import CHiredis

@testable import Relay

/// Parses the bytes of a server's answer.
///
/// Returns `nil` if they aren't a complete answer, or break the protocol.
func reply(_ bytes: [UInt8]) -> Reply? {
    guard let reader = redisReaderCreate() else { return nil }
    defer { redisReaderFree(reader) }
    let isFed = bytes.withUnsafeBytes {
        redisReaderFeed(reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) == REDIS_OK
    }
    var reply: UnsafeMutableRawPointer?
    guard isFed, redisReaderGetReply(reader, &reply) == REDIS_OK, let reply else { return nil }
    return Reply(reply.assumingMemoryBound(to: redisReply.self))
}

/// An answer of the server, in the bytes of its protocol.
enum Wire {

    static func text(_ text: String) -> [UInt8] { text.utf8.bytes.asWord }
    static func text(_ bytes: [UInt8]) -> [UInt8] { bytes.asWord }
    static func status(_ text: String) -> [UInt8] { Array("+\(text)\r\n".utf8) }
    static func error(_ text: String) -> [UInt8] { Array("-\(text)\r\n".utf8) }
    static func number(_ number: Int) -> [UInt8] { Array(":\(number)\r\n".utf8) }
    static let none = Array("$-1\r\n".utf8)
    static let noList = Array("*-1\r\n".utf8)
    static func list(_ parts: [UInt8]...) -> [UInt8] { list(parts) }
    static func list(_ parts: [[UInt8]]) -> [UInt8] { Array("*\(parts.count)\r\n".utf8) + parts.joined() }

    /// The fields of an entry.
    static func fields(_ texts: String...) -> [UInt8] { fields(texts) }
    static func fields(_ texts: [String]) -> [UInt8] { list(texts.map { text($0) }) }
}

extension Sequence<UInt8> {
    fileprivate var bytes: [UInt8] { Array(self) }
}

extension [UInt8] {
    fileprivate var asWord: [UInt8] { Array("$\(count)\r\n".utf8) + self + Array("\r\n".utf8) }
}
