#if Relay

    /// A connection to the server, as the rest of the relay uses it: commands out, answers in.
    ///
    /// ``Connection`` is the real one. Simulations replace it by a link that loses and delays
    /// bytes.
    protocol Link: AnyObject {

        /// Writes all the bytes.
        func write(_ bytes: [UInt8]) throws(ConnectionFailure)

        /// Waits for the next answer.
        ///
        /// - Parameters:
        ///   - pause: The time that the server may wait before it answers.
        ///   - limit: The largest size of the answer, and what happens with a larger one.
        func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply

        /// The next answer if it has arrived. Doesn't block.
        func arrivedReply() throws(ConnectionFailure) -> Reply?

        /// The descriptor for `poll`.
        var descriptor: Int32 { get }

        /// `true` if bytes have arrived, or the connection is lost.
        var hasInput: Bool { get }

        /// Blocks until the connection is lost or the thread is woken.
        func idle() throws(ConnectionFailure)
    }

    extension Link {

        /// Waits for an answer, and throws it if it's an error.
        func acceptedReply(limit: AnswerLimit) throws(ConnectionFailure) -> Reply {
            let reply = try reply(limit: limit)
            if let error = reply.read({ $0.error }) { throw .rejected(error) }
            return reply
        }

        /// Waits for an answer that the server gives immediately.
        func reply(limit: AnswerLimit = .none) throws(ConnectionFailure) -> Reply {
            try reply(after: .zero, limit: limit)
        }
    }

    /// Connects the threads of a relay to the server, and lets them pause.
    protocol Network: Sendable {

        /// The time without an answer after which a connection counts as lost.
        var patience: Duration { get }

        /// The shortest and the longest pause between two attempts to connect.
        var pauses: ClosedRange<Duration> { get }

        /// The largest size of an entry that's read, in bytes.
        var largestEntry: Int { get }

        /// Connects once.
        func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link

        /// Notes an error that the server has answered.
        ///
        /// - Returns: `true` if it names another server, to which the next attempt connects.
        func follow(_ error: String) -> Bool

        /// Blocks for that duration, or until the thread should stop.
        func pause(for duration: Duration, _ stopper: Stopper)

        /// Blocks until something has arrived on one of these links, the thread is woken, or time
        /// is up.
        func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper)

        /// The current time, by which pauses are measured.
        var now: ContinuousClock.Instant { get }
    }

    extension Network {
        var now: ContinuousClock.Instant { .now }
        func follow(_ error: String) -> Bool { false }
    }

    extension RelayServer {

        /// A way to the server, for one thread.
        func network() -> any Network {
            switch address {
            case .host, .socket: SocketNetwork(server: self)
            case .sentinels(let sentinels, let master): SentinelNetwork(self, sentinels, master: master)
            case .cluster(let seeds): ClusterNetwork(self, seeds)
            }
        }
    }

    /// A network that finds servers by an address that the user has given.
    protocol ServerNetwork: Network {
        var server: RelayServer { get }
    }

    extension ServerNetwork {
        var patience: Duration { server.patience }
        var pauses: ClosedRange<Duration> { server.pauses }
        var largestEntry: Int { server.largestEntry }

        func pause(for duration: Duration, _ stopper: Stopper) { stopper.pause(for: duration) }

        func wait(for links: [any Link], atMost duration: Duration, _ stopper: Stopper) {
            stopper.pipe.wait(for: links, atMost: duration)
        }
    }

    /// The way to one server.
    struct SocketNetwork: ServerNetwork {

        let server: RelayServer

        func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link { try Connection(to: server, stopper) }
    }
#endif
