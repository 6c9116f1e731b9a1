#if Relay

    /// What is done with what a stream contains. All functions are called on the thread of the reader.
    protocol StreamClient: AnyObject, Sendable {

        /// Is told from where on messages come.
        func begin(at position: RelayID)

        /// Passes a message on. Returns why it can't be decoded, if so.
        func read(_ head: MessageHead, _ bytes: UnsafeRawBufferPointer, at id: RelayID) -> String?

        /// Whether it begins with the latest message of the stream, in addition to those behind its beginning.
        var wantsLatest: Bool { get }

        /// Is told that the server has lost what was read before, and says whether all that's there now is to be read.
        func readsAnew() -> Bool

        /// What is to be in the stream if the server has lost all of it.
        func restoration() -> (head: String, bytes: [UInt8])?

        /// Waits for a moment for fewer messages to wait than that, and tells whether it's so.
        func hasRoom(below limit: Int) -> Bool

        /// How many messages wait for the slowest observer.
        var backlog: Int { get }

        /// Is told that nothing more comes.
        func end()
    }

    extension StreamClient {
        var wantsLatest: Bool { false }
        var backlog: Int { 0 }
        func readsAnew() -> Bool { false }
        func restoration() -> (head: String, bytes: [UInt8])? { nil }
    }
#endif
