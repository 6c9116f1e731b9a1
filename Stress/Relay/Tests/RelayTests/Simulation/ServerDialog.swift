import CHiredis
import Glibc

/// A connection to a real server that returns the bytes of answers.
final class ServerDialog {

    private let context: UnsafeMutablePointer<redisContext>

    init(port: Int) throws {
        context = try Client.connect(port: port)
    }

    deinit { redisFree(context) }

    /// Sends a command with one answer. Returns everything that was pushed before, and the answer.
    func ask(_ command: [UInt8]) throws -> [UInt8] {
        guard Glibc.write(context.pointee.fd, command, command.count) == command.count else {
            throw ClientError("the server takes no command")
        }
        var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(context.pointee.fd, &buffer, buffer.count)
            guard count > 0 else { throw ClientError("the server doesn't respond") }
            answer += buffer[..<count]
            let isFed = buffer.withUnsafeBytes {
                redisReaderFeed(
                    context.pointee.reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), count) == REDIS_OK
            }
            if !isFed { throw ClientError("the server violates the protocol") }
            while let reply = try next() { if reply.list.first != Self.message { return answer } }
        }
    }

    /// The id that the server has given to this connection.
    func id() throws -> Int {
        let answer = try ask(Wire.fields("CLIENT", "ID"))
        return Int(String(decoding: answer.dropFirst().dropLast(2), as: UTF8.self)) ?? 0
    }

    private static let message = Answer.text(Array("message".utf8))

    /// Takes a complete answer or push from what was read.
    private func next() throws -> Answer? {
        var reply: UnsafeMutableRawPointer?
        guard redisReaderGetReply(context.pointee.reader, &reply) == REDIS_OK else {
            throw ClientError("the server violates the protocol")
        }
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        return Answer(reply.assumingMemoryBound(to: redisReply.self))
    }
}
