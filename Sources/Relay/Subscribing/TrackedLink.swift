#if Relay

    /// A connection through which streams are read.
    ///
    /// If several subscriptions share it, a second connection brings the names of changed streams.
    /// The server remembers which keys are read through the first connection, and signals the next
    /// change of each through the second one, once. So a subscription that reads a stream to its
    /// end learns when to read it again.
    final class TrackedLink {

        let data: any Link
        private let signals: (any Link)?

        /// The connections to wait for.
        let links: [any Link]

        private var pingCount = 0
        private var latestPing: ContinuousClock.Instant?

        /// The number of pings that the server has answered.
        private(set) var pongCount = 0

        /// A signal of the server.
        enum Signal {
            case changed([String])

            /// All keys may have changed, for example because the server was emptied.
            case changedAll

            /// The server is alive.
            case alive
        }

        /// Connects.
        ///
        /// - Parameter isShared: Whether several subscriptions share it.
        init(_ network: any Network, isShared: Bool, _ stopper: Stopper) throws(ConnectionFailure) {
            data = try network.connect(stopper)
            signals = isShared ? try network.connect(stopper) : nil
            links = if let signals { [data, signals] } else { [data] }
            if let signals { try track(signals) }
        }

        var isShared: Bool { signals != nil }

        private static let channel = "__redis__:invalidate"

        private func track(_ signals: any Link) throws(ConnectionFailure) {
            let id = try Self.demand(signals, "CLIENT", "ID")
            guard let id else { throw .unexpected }
            _ = try Self.demand(signals, "SUBSCRIBE", Self.channel)
            _ = try Self.demand(data, "CLIENT", "TRACKING", "ON", "REDIRECT", "\(id)")
        }

        /// Sends a request that only shared connections need.
        private static func demand(
            _ link: any Link, _ words: String...
        ) throws(ConnectionFailure) -> Int64? {
            var command: [UInt8] = []
            command.append(command: words)
            try link.write(command)
            return try link.reply().read { answer throws(ConnectionFailure) in
                guard let error = answer.error else { return answer.integer }
                throw .lost(
                    "\(error) (subscriptions that share a connection need CLIENT ID, CLIENT TRACKING, and SUBSCRIBE to the channel \(channel))"
                )
            }
        }

        /// Throws if the connection through which streams are read is lost.
        ///
        /// Call it while no question is pending.
        func expectSilence() throws(ConnectionFailure) {
            if let _ = try data.arrivedReply() { throw .unexpected }
        }

        // MARK: - Signals

        /// The next signal that has arrived. Doesn't block.
        func nextSignal() throws(ConnectionFailure) -> Signal? {
            guard let signals, let reply = try signals.arrivedReply() else { return nil }
            let signal = try reply.read { answer throws(ConnectionFailure) in try Self.signal(answer) }
            if case .alive = signal { pongCount += 1 }
            return signal
        }

        private static func signal(_ answer: ReplyView) throws(ConnectionFailure) -> Signal {
            if let error = answer.error { throw .lost(error) }
            guard answer.count == 3 else { throw .unexpected }
            if answer[0].text == "subscribe" { return .alive }
            guard answer[0].text == "message" else { throw .unexpected }
            if answer[2].isNil { return .changedAll }
            return .changed((0..<answer[2].count).compactMap { answer[2][$0].text })
        }

        /// Asks the server whether it's alive, and returns the number of the answer.
        ///
        /// Subscribing again changes nothing, and needs no other permission.
        func ping() throws(ConnectionFailure) -> Int {
            var command: [UInt8] = []
            command.append(command: "SUBSCRIBE", Self.channel)
            try signals?.write(command)
            pingCount += 1
            return pingCount
        }

        /// Asks the server whether it's alive. Throws if it hasn't answered the last ping.
        func checkSignals(at now: ContinuousClock.Instant, _ patience: Duration) throws(ConnectionFailure) {
            if pongCount == pingCount {
                latestPing = now
                _ = try ping()
            } else if let latestPing, latestPing + patience < now {
                throw .lost("the server doesn't respond")
            }
        }
    }
#endif
