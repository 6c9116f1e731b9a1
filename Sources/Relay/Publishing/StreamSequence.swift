#if Relay

    import Synchronization

    /// The numbers of the messages that a relay publishes in one stream, whatever observables they're from.
    ///
    /// `@unchecked Sendable` because all else that changes than an atomic number belongs to the thread of the `Outbox`.
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

        /// How many messages are on their way. It orders nothing else.
        private let unconfirmed = Atomic(0)

        /// How many messages are on their way, for those who close the relay.
        var unconfirmedCount: Int { unconfirmed.load(ordering: .relaxed) }

        /// Counts one message more that's on its way.
        func send() { unconfirmed.wrappingAdd(1, ordering: .relaxed) }

        /// Counts one message less.
        func settle() { unconfirmed.wrappingSubtract(1, ordering: .relaxed) }
    }
#endif
