#if Relay

    /// An answer of the server to a ``StreamReader``.
    enum ReaderAnswer: ~Copyable {

        /// The ids of the first entry, if the stream is read from its start, and of the last one.
        case ends(first: RelayID?, last: RelayID?)

        /// The id of the last entry, for a reader that has begun.
        case end(last: RelayID?)

        /// Entries before the beginning, the last one first.
        case latest(Reply)

        /// Entries after the position.
        case entries(Reply)

        /// Only the id and the size of an entry that is too large.
        case passedOver(RelayID, size: Int)

        /// An entry was added, or there was one.
        case restored

        /// `true` if it shows an entry after that position.
        func isNews(after position: RelayID?) -> Bool {
            switch self {
            case .end(let last): last.map { $0 > position ?? .max } ?? false
            default: false
            }
        }
    }
#endif
