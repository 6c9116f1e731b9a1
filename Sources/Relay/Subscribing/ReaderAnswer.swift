#if Relay

    /// What the server has answered to a ``StreamReader``.
    enum ReaderAnswer: ~Copyable {

        /// The ids of the first entry, if the stream is read from its start, and of the last one.
        case ends(first: RelayID?, last: RelayID?)

        /// The id of the last entry, for a reader that has begun.
        case end(last: RelayID?)

        /// Entries in front of the beginning, the last one first.
        case latest(Reply)

        /// Entries behind the position.
        case entries(Reply)

        /// Nothing but the id of an entry that is too large.
        case passedOver(RelayID, size: Int)

        /// That an entry was added, or that one was there.
        case restored

        /// `true` if it tells of an entry behind that position.
        func isNews(after position: RelayID?) -> Bool {
            switch self {
            case .end(let last): last.map { $0 > position ?? .max } ?? false
            default: false
            }
        }
    }
#endif
