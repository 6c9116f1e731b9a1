#if Relay

    /// The servers that a thread may need, with the likeliest one first.
    struct NodeList {

        /// All known nodes.
        private(set) var nodes: [RelayServer.Endpoint]

        /// `true` if another node has just named the first one.
        private(set) var isFirstNamed = false

        private let seeds: Set<RelayServer.Endpoint>

        /// The number of nodes to remember besides the seeds.
        ///
        /// There's a limit, so that addresses that are no longer used don't pile up.
        private static let memory = 3

        init(_ seeds: [RelayServer.Endpoint]) {
            nodes = seeds
            self.seeds = Set(seeds)
        }

        /// The nodes to try now, one after the other.
        ///
        /// If a node was named, it's the only candidate: if it can't be reached, other nodes would
        /// name it again.
        var candidates: [RelayServer.Endpoint] { isFirstNamed ? Array(nodes.prefix(1)) : nodes }

        /// Notes that a connection to a node was made.
        mutating func reach(_ node: RelayServer.Endpoint) {
            isFirstNamed = false
            put(node, atFront: true)
        }

        /// Notes that a node can't be reached or used.
        mutating func fail(_ node: RelayServer.Endpoint) {
            isFirstNamed = false
            put(node, atFront: false)
        }

        /// Notes the node that has the slot, as named by the first node.
        mutating func follow(_ redirection: Redirection) {
            guard let host = redirection.host ?? nodes.first?.host else { return }
            put(RelayServer.Endpoint(host: host, port: redirection.port), atFront: true)
            isFirstNamed = true
        }

        private mutating func put(_ node: RelayServer.Endpoint, atFront: Bool) {
            nodes.removeAll { $0 == node }
            if atFront { nodes.insert(node, at: 0) } else { nodes.append(node) }
            var others = 0
            nodes.removeAll { node in
                if !seeds.contains(node) { others += 1 }
                return others > Self.memory && !seeds.contains(node)
            }
        }
    }
#endif
