#if Relay

    /// A message with its place in the stream, and its headers.
    ///
    /// It's `Sendable`.
    public struct RelayEntry<Message: Sendable>: Sendable {

        /// Where it is in the stream. To go on behind it, subscribe with ``RelayStart/after(_:)``.
        public let id: RelayID

        /// The texts of all headers of the message, by their names, also of those that the subscription doesn't carry.
        public let headers: [String: String]

        /// The message.
        public let message: Message
    }
#endif
