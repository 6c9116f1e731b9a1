#if Relay

    /// From where on messages of a stream are wanted.
    ///
    /// It's `Sendable` and `Hashable`.
    public enum RelayStart: Sendable, Hashable {

        /// All that are added after the subscription has begun, which is when it has found the server.
        case now

        /// All that the stream still has when the subscription finds the server, and all that follow. What was trimmed before that isn't reported as missing.
        case start

        /// All behind a message, which need not exist any more. That's how a program goes on where an earlier run of it was: it stores
        /// ``RemoteMessages/latestID``.
        case after(RelayID)
    }
#endif
