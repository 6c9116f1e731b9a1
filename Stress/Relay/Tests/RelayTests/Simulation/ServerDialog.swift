import CHiredis
import Glibc

/// A connection to a real server that returns the bytes of answers.
final class ServerDialog {

    private let context: UnsafeMutablePointer<redisContext>

    init(port: Int) throws {
        context = try Client.connect(port: port)
    }

    deinit { redisFree(context) }

    /// Sends one command, and waits for its answer.
    func ask(_ command: [UInt8]) throws -> [UInt8] {
        guard Glibc.write(context.pointee.fd, command, command.count) == command.count else {
            throw ClientError("the server takes no command")
        }
        var answer: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(context.pointee.fd, &buffer, buffer.count)
            guard count > 0 else { throw ClientError("the server doesn't answer") }
            answer += buffer[..<count]
            let isFed = buffer.withUnsafeBytes {
                redisReaderFeed(
                    context.pointee.reader, $0.baseAddress?.assumingMemoryBound(to: CChar.self), count) == REDIS_OK
            }
            var reply: UnsafeMutableRawPointer?
            guard isFed, redisReaderGetReply(context.pointee.reader, &reply) == REDIS_OK else {
                throw ClientError("the server doesn't keep to the protocol")
            }
            if let reply {
                freeReplyObject(reply)
                return answer
            }
        }
    }
}
