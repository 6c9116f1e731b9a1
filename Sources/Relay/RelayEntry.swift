#if Relay

    /// A message with its place in the stream.
    ///
    /// It's `Sendable`.
    public struct RelayEntry<Message: Sendable>: Sendable {

        /// Where it is in the stream. To go on behind it, subscribe with ``RelayStart/after(_:)``.
        public let id: RelayID

        /// The message.
        public let message: Message
    }
#endif
