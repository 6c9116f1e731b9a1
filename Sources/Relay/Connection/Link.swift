#if Relay

    /// A connection to the server, as all else of the relay sees it: commands out, answers in.
    ///
    /// ``Connection`` is the real one. A simulation puts one in its place that loses and delays bytes as a seed says.
    protocol Link: AnyObject {

        /// Writes all the bytes.
        func write(_ bytes: [UInt8]) throws(ConnectionFailure)

        /// Waits for the next answer.
        ///
        /// - Parameters:
        ///   - pause: How long the server may take before it answers, in addition to what a connection takes.
        ///   - limit: How large the answer may be, and what becomes of a larger one.
        func reply(after pause: Duration, limit: AnswerLimit) throws(ConnectionFailure) -> Reply

        /// Whether something has arrived, or the connection is lost.
        var hasInput: Bool { get }

        /// Waits until the connection is lost, or the thread is woken.
        func idle() throws(ConnectionFailure)
    }

    extension Link {

        /// Waits for the next answer, which comes at once.
        func reply(limit: AnswerLimit = .none) throws(ConnectionFailure) -> Reply {
            try reply(after: .zero, limit: limit)
        }
    }

    /// How the threads of a relay reach the server, and how they wait.
    protocol Network: Sendable {

        /// After what time without any answer a connection counts as lost.
        var patience: Duration { get }

        /// What is waited between two attempts to connect, at least and at most.
        var pauses: ClosedRange<Duration> { get }

        /// How many bytes of an entry are read at most.
        var largestEntry: Int { get }

        /// Connects, or fails.
        func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link

        /// Lets the thread pause for so long, or until it shall stop.
        func pause(for duration: Duration, _ stopper: Stopper)
    }

    /// The network of the machine.
    struct SocketNetwork: Network {

        let server: RelayServer

        var patience: Duration { server.patience }
        var pauses: ClosedRange<Duration> { server.pauses }
        var largestEntry: Int { server.largestEntry }

        func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link { try Connection(to: server, stopper) }

        func pause(for duration: Duration, _ stopper: Stopper) { stopper.pause(for: duration) }
    }
#endif
