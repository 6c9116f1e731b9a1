#if Relay

    /// A message with its id in the stream, and its headers.
    ///
    /// It's `Sendable`.
    public struct RelayEntry<Message: Sendable>: Sendable {

        /// The position in the stream. To continue after it, subscribe with
        /// ``RelayStart/after(_:)``.
        public let id: RelayID

        /// The texts of all headers of the message, by their names.
        ///
        /// These include headers that the subscription doesn't carry.
        public let headers: [String: String]

        /// The message.
        public let message: Message
    }
#endif
