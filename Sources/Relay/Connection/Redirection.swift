#if Relay

    /// An error by which a node of a cluster names the node that has the slot.
    struct Redirection: Equatable {

        /// The host, or `nil` for that of the node that has answered.
        let host: String?

        let port: Int

        /// Reads `MOVED slot host:port`. Returns `nil` if it's another error.
        init?(_ error: String) {
            let words = error.split(separator: " ")
            guard words.count == 3, words[0] == "MOVED", let colon = words[2].lastIndex(of: ":"),
                let port = UInt16(words[2][words[2].index(after: colon)...]), port > 0
            else { return nil }
            let host = words[2][..<colon]
            // A node that doesn't know the name of another node writes a question mark.
            if host == "?" { return nil }
            self.host = host.isEmpty ? nil : String(host)
            self.port = Int(port)
        }
    }
#endif
