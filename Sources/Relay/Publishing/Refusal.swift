#if Relay

    /// An error that the server has answered.
    struct Refusal: Equatable {

        /// The server's text, which begins with a code.
        let reason: String

        init(_ reason: String) { self.reason = reason }

        /// The first word of the text.
        var code: Substring { reason.prefix { $0 != " " } }

        /// `true` for temporary states, such as a server that's full, loading its data, or a
        /// replica.
        ///
        /// Other errors last until the server or its permissions are changed.
        var passes: Bool { Self.passing.contains(code) }

        private static let passing: Set<Substring> = [
            "OOM", "LOADING", "READONLY", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "MASTERDOWN",
            "ASK",
        ]

        /// `true` if the server rejects messages for one stream, but may accept those for other
        /// streams.
        var concernsStream: Bool { ["WRONGTYPE", "NOPERM", "ERR"].contains(code) }

        /// `true` if the server belongs to a cluster, and the keys aren't in one of its slots.
        var isOfCluster: Bool { ["CROSSSLOT", "MOVED"].contains(code) }

        /// `true` if the server belongs to a cluster, and another server has the slot, or gets it.
        var isOfMove: Bool { ["MOVED", "ASK"].contains(code) }

        /// The reason, with the remedy if it's known.
        var explanation: String {
            isOfCluster ? "\(reason) (the server belongs to a cluster, so use `RelayServer(cluster:)`)" : reason
        }

        /// `true` if the server is a replica, so another server may be available at the same
        /// address.
        var isOfReplica: Bool { code == "READONLY" }

        /// `true` if the server belongs to a cluster and has lost the other nodes.
        ///
        /// These may have another master for the slot.
        var isOfLostNode: Bool { code == "CLUSTERDOWN" }
    }
#endif
