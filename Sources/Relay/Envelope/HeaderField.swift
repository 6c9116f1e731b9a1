#if Relay

    /// A field of an entry for a header of its message.
    struct HeaderField: Sendable {

        let name: String
        let text: String

        var size: Int { name.utf8.count + text.utf8.count }

        /// The fields of the message that is being sent or published.
        @TaskLocal static var current: [HeaderField] = []
    }
#endif
