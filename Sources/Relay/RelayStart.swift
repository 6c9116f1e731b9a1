#if Relay

    /// From where on messages of a stream are wanted.
    ///
    /// It's `Sendable` and `Hashable`.
    public enum RelayStart: Sendable, Hashable {

        /// All that are added after the subscription has begun, which is when it has found the server.
        case now

        /// All that the stream still has when the subscription finds the server, and all that follow. What was trimmed before that isn't reported as missing.
        case start

        /// All messages after that entry, which need not exist any longer. So a program continues where its earlier run was: it stores the
        /// id of each message that it has handled, which ``RemoteMessages/entries(file:line:)`` tells.
        case after(RelayID)
    }
#endif
