#if Relay

    /// The numbers of all messages that a relay publishes in one stream.
    ///
    /// The messages can be of several observables.
    ///
    /// `@unchecked Sendable` because all mutable state except the counts belongs to the thread of
    /// the `Outbox`.
    final class StreamSequence: @unchecked Sendable {

        /// The number of the latest message.
        var latest: UInt64 = 0

        /// The number of the latest message that's confirmed by the server or was reported as lost.
        var confirmed: UInt64 = 0

        /// `true` if the outbox adds the position when there's a new connection.
        var isListed = false

        /// The id of the first message, or a lower one that the server has given since then.
        var first: RelayID?

        /// The id of the message that the server has confirmed last.
        ///
        /// It's `nil` if the server has lost data since then.
        var latestID: RelayID?

        /// The counts of all messages in the stream.
        let counts = MessageCounts()

        /// The number of messages in flight, for closing the relay.
        var unconfirmedCount: Int { counts.sums.onTheWay }
    }
#endif
