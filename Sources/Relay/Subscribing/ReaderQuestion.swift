#if Relay

    /// What a ``StreamReader`` asks the server next.
    enum ReaderQuestion {

        /// Where the stream begins and ends, and whether it may be read.
        case ends

        /// Where the stream ends.
        case end

        /// The latest message up to an id, after which the subscription begins.
        case latest(upTo: RelayID, beginning: ReaderBeginning)

        /// To add an entry, unless there's one that was published.
        case restoration(head: String, bytes: [UInt8])

        /// What comes next.
        case entries
    }

    /// Where a subscription begins, and the id of the stream's first entry if it's read from its start.
    struct ReaderBeginning {
        let position: RelayID
        let first: RelayID?
    }
#endif
