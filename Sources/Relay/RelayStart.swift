#if Relay

    /// The position in a stream at which a subscription begins.
    ///
    /// It's `Sendable` and `Hashable`.
    public enum RelayStart: Sendable, Hashable {

        /// Messages that are added after the subscription has reached the server.
        case now

        /// Messages that the stream has when the subscription reaches the server, and later ones.
        ///
        /// Messages that were trimmed before aren't reported as missing.
        case start

        /// Messages after that entry, which may no longer exist.
        ///
        /// So a program can continue after its earlier run: it stores the id of each message that
        /// it has handled. ``RemoteMessages/entries(file:line:)`` returns the ids.
        case after(RelayID)
    }
#endif
