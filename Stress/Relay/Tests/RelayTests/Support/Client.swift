import CHiredis
import Foundation
import Locked

/// A client that asks a server directly, without a relay. One thread at a time.
final class Client: @unchecked Sendable {

    private let context: UnsafeMutablePointer<redisContext>
    private let lock = NSLock()

    init(port: Int) throws {
        context = try Self.connect(port: port)
    }

    deinit { redisFree(context) }

    /// Connects to a server that answers within 20 seconds.
    static func connect(port: Int) throws -> UnsafeMutablePointer<redisContext> {
        guard let context = redisConnect("127.0.0.1", Int32(port)) else { throw ClientError("no memory") }
        if context.pointee.err != 0 {
            redisFree(context)
            throw ClientError("no connection to port \(port)")
        }
        redisSetTimeout(context, timeval(tv_sec: 20, tv_usec: 0))
        return context
    }

    /// Sends a command, and returns its answer. Throws if the server refuses it.
    @discardableResult
    func ask(_ words: String...) throws -> Answer { try ask(words.map { Array($0.utf8) }) }

    /// Waits for data that a server sends without a question, as after the command MONITOR.
    func next() throws -> Answer {
        try lock.withLock {
            var reply: UnsafeMutableRawPointer?
            guard redisGetReply(context, &reply) == REDIS_OK, let reply else {
                throw ClientError("the server is silent")
            }
            defer { freeReplyObject(reply) }
            return Answer(reply.assumingMemoryBound(to: redisReply.self))
        }
    }

    /// The number of connections that the server has had so far.
    var connectionsSoFar: Int {
        get throws { try number(after: "total_connections_received:", in: "stats") }
    }

    /// The number of errors with that code in the server's answers.
    func rejectedCount(of code: String) throws -> Int {
        try number(after: "errorstat_\(code):count=", in: "errorstats")
    }

    /// The number of times that the server has executed a command.
    func callCount(of command: String) throws -> Int {
        try number(after: "cmdstat_\(command):calls=", in: "commandstats")
    }

    private func number(after prefix: String, in section: String) throws -> Int {
        let lines = try ask("INFO", section).text.split(whereSeparator: \.isNewline)
        let line = lines.first { $0.hasPrefix(prefix) }
        return line.flatMap { Int($0.dropFirst(prefix.count).prefix { $0.isNumber }) } ?? 0
    }

    /// Sends a command that contains any bytes.
    @discardableResult
    func ask(_ words: [[UInt8]]) throws -> Answer {
        try lock.withLock {
            let copies = words.map { word in
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, word.count))
                word.withUnsafeBytes {
                    UnsafeMutableRawPointer(copy).copyMemory(
                        from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
                }
                return copy
            }
            defer { for copy in copies { copy.deallocate() } }
            var pointers = copies.map { UnsafePointer<CChar>?($0) }, sizes = words.map(\.count)
            guard let reply = redisCommandArgv(context, Int32(words.count), &pointers, &sizes) else {
                throw ClientError("the server doesn't respond")
            }
            defer { freeReplyObject(reply) }
            let answer = Answer(reply.assumingMemoryBound(to: redisReply.self))
            if case .error(let reason) = answer { throw ClientError(reason) }
            return answer
        }
    }
}

/// A server's answer.
indirect enum Answer: Equatable {
    case text([UInt8])
    case error(String)
    case number(Int)
    case list([Answer])
    case none

    init(_ reply: UnsafeMutablePointer<redisReply>) {
        let bytes = { [UInt8](UnsafeRawBufferPointer(start: reply.pointee.str, count: reply.pointee.len)) }
        switch reply.pointee.type {
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(bytes())
        case REDIS_REPLY_ERROR: self = .error(String(decoding: bytes(), as: UTF8.self))
        case REDIS_REPLY_INTEGER: self = .number(Int(reply.pointee.integer))
        case REDIS_REPLY_ARRAY:
            self = .list((0..<reply.pointee.elements).compactMap { reply.pointee.element[$0].map(Answer.init) })
        default: self = .none
        }
    }

    var text: String { if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { "" } }
    var number: Int { if case .number(let number) = self { number } else { -1 } }
    var list: [Answer] { if case .list(let list) = self { list } else { [] } }
}

struct ClientError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
