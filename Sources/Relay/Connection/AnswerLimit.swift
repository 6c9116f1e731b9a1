#if Relay

    /// The number of bytes that an answer may have.
    enum AnswerLimit {

        /// Any number.
        case none

        /// A larger answer makes the connection unusable.
        case fail(above: Int)

        /// The bytes of a larger answer are dropped, and the connection stays usable.
        ///
        /// The text with that index is the id of the only entry.
        case passOver(above: Int, idAt: Int)
    }
#endif
