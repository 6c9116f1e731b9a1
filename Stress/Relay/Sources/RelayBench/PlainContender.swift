import Foundation
import PlainHiredis
import RelayRig

/// A contender without the relay: hand-written loops that use hiredis.
///
/// One loop adds entries in pipelines of 500, and one reads up to 500 of them. They don't detect
/// losses, limit memory or reconnect.
final class PlainContender: Contender, @unchecked Sendable {

    let name = "plain loop"
    private let port: Int
    private var streamCount = 0

    init(_ server: RedisServer) { port = server.port }

    private func nextStream() -> String {
        streamCount += 1
        return "plain-\(streamCount)"
    }

    private func connect() throws -> UnsafeMutablePointer<redisContext> {
        guard let context = redisConnect("127.0.0.1", Int32(port)), context.pointee.err == 0 else {
            throw RigError("hiredis didn't connect.")
        }
        return context
    }

    private func append(_ words: [[UInt8]], to context: UnsafeMutablePointer<redisContext>) {
        var pointers: [UnsafePointer<CChar>?] = [], lengths: [Int] = []
        func add(_ rest: ArraySlice<[UInt8]>) {
            guard let word = rest.first else {
                redisAppendCommandArgv(context, Int32(words.count), &pointers, &lengths)
                return
            }
            word.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { pointers.append($0.baseAddress) }
                lengths.append(buffer.count)
                add(rest.dropFirst())
            }
        }
        add(words[...])
    }

    private func answer(_ context: UnsafeMutablePointer<redisContext>) throws -> UnsafeMutablePointer<redisReply> {
        var reply: UnsafeMutableRawPointer?
        guard redisGetReply(context, &reply) == REDIS_OK, let reply else { throw RigError("The connection is lost.") }
        return reply.assumingMemoryBound(to: redisReply.self)
    }

    private func entry(_ stream: String, _ message: [UInt8]) -> [[UInt8]] {
        ["XADD", stream, "MAXLEN", "~", "100000", "*", "d"].map { [UInt8]($0.utf8) } + [message]
    }

    /// Reads until this many messages have arrived, and calls a closure with each.
    private func receive(_ count: Int, _ stream: String, _ handle: @escaping @Sendable (UnsafeRawBufferPointer) -> Void)
        throws
        -> DispatchSemaphore
    {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) let context = try connect()
        Thread.detachNewThread { [self] in
            var left = count, last = "0-0"
            while left > 0 {
                append(
                    ["XREAD", "COUNT", "500", "BLOCK", "1000", "STREAMS", stream, last].map { [UInt8]($0.utf8) },
                    to: context)
                guard let reply = try? answer(context) else { break }
                defer { freeReplyObject(reply) }
                guard reply.pointee.type == REDIS_REPLY_ARRAY, let list = reply.pointee.element[0]?.pointee.element[1]
                else {
                    continue
                }
                for index in 0..<list.pointee.elements {
                    guard let entry = list.pointee.element[index], let id = entry.pointee.element[0],
                        let data = entry.pointee.element[1]?.pointee.element[1]
                    else { continue }
                    handle(UnsafeRawBufferPointer(start: data.pointee.str, count: data.pointee.len))
                    last = String(cString: id.pointee.str)
                    left -= 1
                }
            }
            redisFree(context)
            done.signal()
        }
        return done
    }

    func transfer(_ count: Int, of size: Int) throws {
        let stream = nextStream(), done = try receive(count, stream) { _ in }
        let context = try connect(), words = entry(stream, [UInt8](size: size, at: 0))
        var sent = 0
        while sent < count {
            let batch = min(500, count - sent)
            for _ in 0..<batch { append(words, to: context) }
            for _ in 0..<batch { freeReplyObject(try answer(context)) }
            sent += batch
        }
        guard done.wait(timeout: .now() + 60) == .success else { throw RigError("Not all messages arrived.") }
        redisFree(context)
    }

    func delays(of count: Int, size: Int, every pause: UInt32) throws -> [Double] {
        let stream = nextStream(), times = Times(count)
        let done = try receive(count, stream) { _ = times.add($0.sendTime) }
        let context = try connect()
        for _ in 0..<count {
            append(entry(stream, [UInt8](size: size, at: nanoseconds())), to: context)
            freeReplyObject(try answer(context))
            usleep(pause)
        }
        guard done.wait(timeout: .now() + 60) == .success else { throw RigError("Not all messages arrived.") }
        redisFree(context)
        return times.all
    }
}
