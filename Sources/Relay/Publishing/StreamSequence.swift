#if Relay

    /// The numbers of the messages that a relay publishes in one stream, whatever observables they're from.
    ///
    /// `@unchecked Sendable` because all that changes but the counts belongs to the thread of the `Outbox`.
    final class StreamSequence: @unchecked Sendable {

        /// The number of the latest message.
        var latest: UInt64 = 0

        /// The number of the latest message that the server has confirmed, or of which was told that it's lost.
        var confirmed: UInt64 = 0

        /// Whether the outbox tells the position when there's a new connection.
        var isListed = false

        /// The id of the first message, or a lower one that the server has given since then.
        var first: RelayID?

        /// The id of the message that the server has confirmed last. `nil` if the server has lost data since then.
        var latestID: RelayID?

        /// The counts of all messages in the stream.
        let counts = MessageCounts()

        /// How many messages are on their way, for those who close the relay.
        var unconfirmedCount: Int { counts.sums.onTheWay }
    }
#endif
