#if Relay

    /// Why the server doesn't do what it was asked to.
    struct Refusal: Equatable {

        /// What the server says.
        let reason: String

        init(_ reason: String) { self.reason = reason }

        private func begins(with codes: Set<Substring>) -> Bool {
            codes.contains(reason.prefix { $0 != " " })
        }

        /// Whether the server may do it in a moment, as when it's full, loading its data, or a replica. Otherwise, it won't before someone has changed something.
        var passes: Bool { begins(with: Self.passing) }

        private static let passing: Set<Substring> = [
            "OOM", "LOADING", "READONLY", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "MASTERDOWN",
            "MOVED", "ASK",
        ]

        /// Whether it won't take messages for that one stream, while it may take those for others.
        var concernsStream: Bool { begins(with: ["WRONGTYPE", "NOPERM", "ERR"]) }

        /// Whether the server is part of a cluster, and keeps the keys of the transaction in different slots, or not at all.
        var isOfCluster: Bool { begins(with: ["CROSSSLOT", "MOVED"]) }

        /// Whether another server has taken over under the same name, or will.
        var isOfReplica: Bool { begins(with: ["READONLY"]) }
    }
#endif
