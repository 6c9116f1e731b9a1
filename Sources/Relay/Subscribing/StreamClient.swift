#if Relay

    /// The receiving side of a stream's entries.
    ///
    /// All functions are called on the thread that serves the reader.
    protocol StreamClient: AnyObject, Sendable {

        /// Begins, at the id after which messages arrive.
        func begin(at position: RelayID)

        /// Delivers a message, or returns the reason why it can't be decoded.
        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String?

        /// `true` if it begins with the stream's latest message, in addition to later ones.
        var wantsLatest: Bool { get }

        /// Called before the server is asked.
        func willAsk()

        /// Returns whether the stream lacks an entry that was confirmed before the server was
        /// asked.
        ///
        /// - Parameter last: The id of the last entry, as the server has answered.
        func hasLost(after last: RelayID?) -> Bool

        /// Called when the server has lost entries that were read.
        ///
        /// Returns whether to read all entries that the server has now.
        func readsAnew() -> Bool

        /// The entry that the stream should have if the server has lost all entries.
        func restoration() -> (head: String, bytes: [UInt8])?

        /// Returns whether there's room: fewer messages wait than the limit.
        ///
        /// - Parameter whenFree: A closure that's called once when there may be room, if there's
        ///   none.
        func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room

        /// The number of messages that wait for the slowest observer.
        var backlog: Int { get }

        /// Called when no more messages arrive.
        func end()
    }

    /// The room that a client has for messages.
    enum Room {
        case free, taken

        /// It's about to be observed for the first time.
        case expected

        /// It has never been observed.
        case unobserved
    }

    extension StreamClient {
        var wantsLatest: Bool { false }
        var backlog: Int { 0 }
        func willAsk() {}
        func hasLost(after last: RelayID?) -> Bool { false }
        func readsAnew() -> Bool { false }
        func restoration() -> (head: String, bytes: [UInt8])? { nil }
    }
#endif
