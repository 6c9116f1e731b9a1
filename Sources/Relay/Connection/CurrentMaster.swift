#if Relay

    import Locked

    /// The master to which the threads of a relay have connected last, as sentinels have named it.
    ///
    /// **Mutable state:** It's behind a lock.
    final class CurrentMaster: Sendable {

        private let latest = Locked<RelayServer.Endpoint?>(nil)

        /// `nil` until the first connection to a master.
        var endpoint: RelayServer.Endpoint? { latest.withLock { $0 } }

        /// Takes note of a connection.
        func reach(_ endpoint: RelayServer.Endpoint) { latest.withLock { $0 = endpoint } }
    }
#endif
