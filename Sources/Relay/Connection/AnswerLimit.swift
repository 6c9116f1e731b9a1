#if Relay

    /// How many bytes an answer may have.
    enum AnswerLimit {

        /// Any number.
        case none

        /// If there are more, the connection can't be used any more.
        case fail(above: Int)

        /// If there are more, they're thrown away, and the connection can still be used. The text with that index is the id of the only entry.
        case passOver(above: Int, idAt: Int)
    }
#endif
