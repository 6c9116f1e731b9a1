#if Relay

    /// The name of a stream or a hash tag, compared by its bytes, as on the server.
    ///
    /// `String` also treats canonically equivalent texts as equal, such as `é` as one scalar and as
    /// `e` with a combining accent. To the server, these are different keys.
    struct StreamName: Hashable, Comparable {

        let text: String

        init(_ text: some StringProtocol) { self.text = String(text) }

        static func == (left: StreamName, right: StreamName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

        static func < (left: StreamName, right: StreamName) -> Bool {
            left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
            // Separates the name from the next hashed value, since UTF-8 never has this byte.
            hasher.combine(0xFF as UInt8)
        }
    }
#endif
