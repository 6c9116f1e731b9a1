#if Relay

    import CHiredis

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A connection to the server, for one thread.
    ///
    /// hiredis finds the server and parses its answers. This class does the rest, so that a waiting
    /// thread can be woken, and bytes can be encrypted.
    final class Connection: Link {

        private let context: UnsafeMutablePointer<redisContext>
        private let socket: Int32
        private var channel: any Channel
        private let stopper: Stopper
        private let patience: Duration

        /// The buffer for received bytes.
        private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

        /// The number of bytes of the incomplete answer.
        private var pendingByteCount = 0

        /// The number of bytes that the answer may have.
        private var limit = AnswerLimit.none

        /// Follows the answer, if the bytes of a too large one are to be dropped.
        private var scanner: AnswerScanner?
        private var isPassingOver = false

        /// Connects and logs in.
        init(to server: RelayServer, _ stopper: Stopper) throws(ConnectionFailure) {
            self.stopper = stopper
            patience = server.patience
            let context = Connection.open(server.address)
            guard let context else { throw .lost("not enough memory for a connection") }
            self.context = context
            socket = context.pointee.fd
            channel = PlainChannel(socket)
            if context.pointee.err != 0 {
                // Without a free descriptor, looking up a name fails, too, with another reason.
                try WakePipe().open()
                throw .lost(
                    withUnsafeBytes(of: context.pointee.errstr) {
                        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                    })
            }
            try stopper.pipe.open()
            try waitUntilConnected()
            if let tls = server.tls { try encrypt(tls, server.address) }
            try logIn(server)
        }

        deinit {
            redisFree(context)
            buffer.deallocate()
        }

        private static func open(_ address: RelayServer.Address) -> UnsafeMutablePointer<redisContext>? {
            switch address {
            case .host(let host, let port): redisConnectNonBlock(host, Int32(clamping: port))
            case .socket(let path): redisConnectUnixNonBlock(path)
            case .sentinels, .cluster: preconditionFailure("A network finds a server first.")
            }
        }

        private func waitUntilConnected() throws(ConnectionFailure) {
            let deadline = ContinuousClock.now + patience
            try wait(for: POLLOUT, until: deadline)
            var code: Int32 = 0, size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
            if code != 0 { throw .lost(String(errno: code)) }
        }

        private func encrypt(_ tls: RelayTLS, _ address: RelayServer.Address) throws(ConnectionFailure) {
            #if RelayTLS
                var host: String?
                if case .host(let name, _) = address { host = name }
                let channel = try TLSChannel(socket, tls, host: host)
                let deadline = ContinuousClock.now + patience
                while true {
                    switch channel.shakeHands() {
                    case .bytes:
                        self.channel = channel
                        return
                    case .readable: try wait(for: POLLIN, until: deadline)
                    case .writable: try wait(for: POLLOUT, until: deadline)
                    case .end: throw .lost("the server closed the connection")
                    case .failure(let reason): throw .lost(reason)
                    }
                }
            #else
                throw .lost("encryption needs a build with the trait RelayTLS")
            #endif
        }

        private func logIn(_ server: RelayServer) throws(ConnectionFailure) {
            if server.user == nil, server.password == nil { return }
            var commands: [UInt8] = []
            if let user = server.user {
                commands.append(command: "AUTH", user, server.password ?? "")
            } else {
                commands.append(command: "AUTH", server.password ?? "")
            }
            try write(commands)
            if let error = try reply().read({ $0.error }) { throw .lost(server.quotable(error)) }
        }

        /// Writes all the bytes. Keeps answers that arrive meanwhile.
        func write(_ bytes: [UInt8]) throws(ConnectionFailure) {
            var deadline = ContinuousClock.now + patience
            var start = 0
            while start < bytes.count {
                let progress = bytes.withUnsafeBytes { channel.write(UnsafeRawBufferPointer(rebasing: $0[start...])) }
                switch progress {
                case .bytes(let count):
                    start += count
                    deadline = .now + patience
                case .writable:
                    try wait(for: POLLIN | POLLOUT, until: deadline)
                    if try receive() { deadline = .now + patience }
                case .readable:
                    try wait(for: POLLIN, until: deadline)
                    if try receive() { deadline = .now + patience }
                case .end: throw .lost("the server closed the connection")
                case .failure(let reason): throw .lost(reason)
                }
            }
        }

        /// Waits for the next answer.
        ///
        /// - Parameters:
        ///   - pause: The time that the server may take, in addition to the patience of the
        ///     connection.
        ///   - limit: The size that the answer may have, and what happens to a larger one.
        func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
            self.limit = limit
            scanner = if case .passOver = limit { AnswerScanner() } else { nil }
            isPassingOver = false
            var deadline = ContinuousClock.now + pause + patience
            while true {
                try endPassingOver()
                if let reply = try nextReply() { return reply }
                if try receive() {
                    deadline = .now + patience
                } else {
                    try wait(for: POLLIN, until: deadline)
                }
            }
        }

        /// The next answer if it has arrived.
        func arrivedReply() throws(ConnectionFailure) -> Reply? {
            while true {
                if let reply = try nextReply() { return reply }
                if try !receive() { return nil }
            }
        }

        var descriptor: Int32 { socket }

        /// Waits until the connection is lost, or the thread is woken.
        func idle() throws(ConnectionFailure) {
            while true {
                if try receive() { throw .lost("the server sent an unrequested reply") }
                var polled = [
                    pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: stopper.pipe.readEnd, events: Int16(POLLIN), revents: 0),
                ]
                _ = poll(&polled, 2, -1)
                if polled[1].revents != 0 { return }
            }
        }

        /// `true` if bytes have arrived, or the connection is lost.
        var hasInput: Bool {
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return poll(&polled, 1, 0) != 0
        }

        private func nextReply() throws(ConnectionFailure) -> Reply? {
            var reply: UnsafeMutableRawPointer?
            guard redisReaderGetReply(context.pointee.reader, &reply) == REDIS_OK else {
                throw .lost("the server violates the protocol")
            }
            guard let reply else { return nil }
            pendingByteCount = 0
            return Reply(reply.assumingMemoryBound(to: redisReply.self))
        }

        /// Reads the bytes that have arrived, and returns whether there were any.
        private func receive() throws(ConnectionFailure) -> Bool {
            switch channel.read(into: buffer) {
            case .bytes(let count):
                pendingByteCount += count
                if case .fail(let limit) = limit, pendingByteCount > limit { throw .tooMuch }
                try scan(count)
                if isPassingOver { return true }
                guard redisReaderFeed(context.pointee.reader, buffer.baseAddress, count) == REDIS_OK else {
                    throw .lost("not enough memory for a reply")
                }
                return true
            case .readable: return false
            case .writable:
                try wait(for: POLLOUT, until: .now + patience)
                return false
            case .end: throw .lost("the server closed the connection")
            case .failure(let reason): throw .lost(reason)
            }
        }

        /// Follows the bytes that have arrived, and begins to drop them if the answer is too large.
        private func scan(_ count: Int) throws(ConnectionFailure) {
            guard case .passOver(let limit, _) = limit else { return }
            scanner?.scan(UnsafeRawBufferPointer(start: UnsafeRawPointer(buffer.baseAddress), count: count))
            guard let scanner else { return }
            if scanner.isBroken { throw .lost("the server violates the protocol") }
            if scanner.size <= limit || isPassingOver { return }
            guard let reader = redisReaderCreate() else { throw .lost("not enough memory for a reply") }
            redisReaderFree(context.pointee.reader)
            context.pointee.reader = reader
            isPassingOver = true
        }

        /// Throws the id and size of a too large answer, once it has arrived completely.
        private func endPassingOver() throws(ConnectionFailure) {
            guard isPassingOver, case .passOver(_, let index) = limit, let scanner, scanner.isComplete else { return }
            (limit, self.scanner, isPassingOver, pendingByteCount) = (.none, nil, false, 0)
            guard scanner.texts.indices.contains(index),
                let id = scanner.texts[index].withUnsafeBytes({ RelayID(ascii: $0) })
            else { throw .unexpected }
            throw .passedOver(id, size: scanner.size)
        }

        private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws(ConnectionFailure) {
            var count: Int32 = 0
            while count == 0 {
                if stopper.isStopped { throw .stopped }
                let rest = ContinuousClock.now.duration(to: deadline)
                if rest <= .zero { throw .lost("the server doesn't respond") }
                var polled = [
                    pollfd(fd: socket, events: Int16(events), revents: 0),
                    pollfd(fd: stopper.pipe.readEnd, events: Int16(POLLIN), revents: 0),
                ]
                count = poll(&polled, 2, stopper.stretch(of: rest).pollMilliseconds)
                if stopper.isStopped { throw .stopped }
                if polled[1].revents != 0 { stopper.pipe.drain() }
                if count == 0 { stopper.lookAround() }
            }
        }
    }
#endif
