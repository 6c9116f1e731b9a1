#if Relay

    /// The next question of a ``StreamReader`` to the server.
    enum ReaderQuestion {

        /// The beginning and the end of the stream, and whether it may be read.
        case ends

        /// The end of the stream.
        case end

        /// The latest message up to an id, after which the subscription begins.
        case latest(upTo: RelayID, beginning: ReaderBeginning)

        /// A request to add an entry, unless there's a published one.
        case restoration(head: String, bytes: [UInt8])

        /// The next entries.
        case entries
    }

    /// The beginning of a subscription, and the stream's first id if it's read from its start.
    struct ReaderBeginning {
        let position: RelayID
        let first: RelayID?
    }
#endif
