#if Relay

    /// The headers of a message, in the memory of a reply.
    ///
    /// Each header is a field of the entry, after the fields of the message itself. The field's
    /// name is `h:` and the name of the header. Other fields there, such as those of a dead letter,
    /// are notes for people. Their names have several letters.
    struct HeaderView {

        static let prefix = "h:"

        /// The index of the first header among the names and values of an entry.
        private static let start = 4

        private let fields: ReplyView

        /// Returns `nil` if there are fields that are neither headers nor notes.
        init?(_ fields: ReplyView) {
            self.fields = fields
            if fields.count % 2 == 1 { return nil }
            for index in stride(from: Self.start, to: fields.count, by: 2) {
                guard let name = fields[index].bytes, name.count > 1, !name.elementsEqual(Self.prefix.utf8),
                    fields[index + 1].bytes != nil
                else { return nil }
            }
        }

        /// The texts by the names of headers. If a name occurs twice, the last text counts.
        var texts: [String: String] {
            var texts: [String: String] = [:]
            for index in stride(from: Self.start, to: fields.count, by: 2) {
                guard let name = fields[index].bytes, name.starts(with: Self.prefix.utf8),
                    let text = fields[index + 1].bytes
                else { continue }
                texts[String(decoding: name.dropFirst(2), as: UTF8.self)] = String(decoding: text, as: UTF8.self)
            }
            return texts
        }
    }
#endif
