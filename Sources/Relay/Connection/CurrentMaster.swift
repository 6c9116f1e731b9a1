#if Relay

    import Locked

    /// The master to which the threads of a relay have connected last, as named by sentinels.
    ///
    /// **Mutable state:** It's under a lock.
    final class CurrentMaster: Sendable {

        private let latest = Locked<RelayServer.Endpoint?>(nil)

        /// The master, or `nil` until the first connection to one.
        var endpoint: RelayServer.Endpoint? { latest.withLock { $0 } }

        /// Notes a connection to a master.
        func reach(_ endpoint: RelayServer.Endpoint) { latest.withLock { $0 = endpoint } }
    }
#endif
