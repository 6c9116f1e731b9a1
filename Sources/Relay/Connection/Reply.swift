#if Relay

    import CHiredis

    /// An answer of the server, which owns its memory.
    struct Reply: ~Copyable {

        private let pointer: UnsafeMutablePointer<redisReply>

        init(_ pointer: UnsafeMutablePointer<redisReply>) { self.pointer = pointer }

        deinit { freeReplyObject(pointer) }

        /// Calls a closure with the content, which is valid only during the call.
        borrowing func read<Result, Failure>(_ read: (ReplyView) throws(Failure) -> Result) throws(Failure) -> Result {
            try read(ReplyView(pointer: pointer))
        }
    }

    /// The content of an answer, or of a part of it. It must not outlive the answer.
    struct ReplyView {

        fileprivate let pointer: UnsafeMutablePointer<redisReply>?

        /// The bytes of a text.
        var bytes: UnsafeRawBufferPointer? {
            guard let reply = pointer?.pointee, reply.type == REDIS_REPLY_STRING || reply.type == REDIS_REPLY_STATUS
            else {
                return nil
            }
            return UnsafeRawBufferPointer(start: reply.str, count: reply.len)
        }

        /// The text.
        var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

        /// The text of an error, without the words of the command that the server repeats.
        ///
        /// These words may be messages or passwords.
        var error: String? {
            guard let reply = pointer?.pointee, reply.type == REDIS_REPLY_ERROR else { return nil }
            let text = String(decoding: UnsafeRawBufferPointer(start: reply.str, count: reply.len), as: UTF8.self)
            let end = text.firstRange(of: ", with args beginning with")?.lowerBound ?? text.endIndex
            return String(text[..<end])
        }

        /// A number.
        var integer: Int64? {
            guard let reply = pointer?.pointee, reply.type == REDIS_REPLY_INTEGER else { return nil }
            return reply.integer
        }

        /// `true` for the value `nil` of the protocol.
        var isNil: Bool { pointer?.pointee.type == REDIS_REPLY_NIL }

        /// The number of parts, which is 0 unless it's a list.
        var count: Int {
            guard let reply = pointer?.pointee, reply.type == REDIS_REPLY_ARRAY else { return 0 }
            return reply.elements
        }

        /// The part at an index below `count`.
        subscript(_ index: Int) -> ReplyView { ReplyView(pointer: pointer?.pointee.element[index]) }
    }

    extension Reply {

        /// The number of bytes that an answer with many entries may have.
        static let bytesAtOnce = 64 << 20
    }

    extension RelayServer {

        /// The number of bytes that an entry may have to be read.
        var largestEntry: Int { max(Reply.bytesAtOnce, min(largestMessage, 1 << 40)) }
    }
#endif
