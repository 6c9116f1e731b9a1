#if Relay

    /// An error that the server answers.
    struct Refusal: Equatable {

        /// The server's text, which begins with a code.
        let reason: String

        init(_ reason: String) { self.reason = reason }

        private func begins(with codes: Set<Substring>) -> Bool {
            codes.contains(reason.prefix { $0 != " " })
        }

        /// `true` for temporary states, such as a server that's full, loading its data, or a replica.
        ///
        /// Other errors last until somebody changes the server or its permissions.
        var passes: Bool { begins(with: Self.passing) }

        private static let passing: Set<Substring> = [
            "OOM", "LOADING", "READONLY", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "MASTERDOWN",
            "MOVED", "ASK",
        ]

        /// `true` if the server rejects messages for one stream, but may accept those for other streams.
        var concernsStream: Bool { begins(with: ["WRONGTYPE", "NOPERM", "ERR"]) }

        /// `true` if the server belongs to a cluster, and the keys aren't in one slot of this server.
        var isOfCluster: Bool { begins(with: ["CROSSSLOT", "MOVED"]) }

        /// `true` if the server is a replica, so another server may be available at the same address.
        var isOfReplica: Bool { begins(with: ["READONLY"]) }
    }
#endif
