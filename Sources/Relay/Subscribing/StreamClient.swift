#if Relay

    /// What is done with what a stream contains. All functions are called on the thread that serves the reader.
    protocol StreamClient: AnyObject, Sendable {

        /// Is told from where on messages come.
        func begin(at position: RelayID)

        /// Passes a message on. Returns why it can't be decoded, if so.
        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String?

        /// Whether it begins with the latest message of the stream, in addition to those behind its beginning.
        var wantsLatest: Bool { get }

        /// Is told that the server is about to be asked.
        func willAsk()

        /// Whether the stream lacks something that was confirmed before the server was asked.
        ///
        /// - Parameter last: The id of the last entry, as the server has answered.
        func hasLost(after last: RelayID?) -> Bool

        /// Is told that the server has lost what was read before, and says whether all that's there now is to be read.
        func readsAnew() -> Bool

        /// What is to be in the stream if the server has lost all of it.
        func restoration() -> (head: String, bytes: [UInt8])?

        /// Tells whether fewer messages wait than that.
        ///
        /// - Parameter whenFree: Is called once when there may be room, if there's none.
        func room(below limit: Int, whenFree: @escaping @Sendable () -> Void) -> Room

        /// How many messages wait for the slowest observer.
        var backlog: Int { get }

        /// Is told that nothing more comes.
        func end()
    }

    /// Whether a client can take further messages.
    enum Room {
        case free, taken

        /// Someone is about to observe it for the first time.
        case expected

        /// Nobody has ever observed it.
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
