#if Relay

    import Locked

    /// The way to the node of a cluster that has the slot that a thread needs.
    ///
    /// It needs no map of the cluster: a node that doesn't have the slot names the node that does.
    final class ClusterNetwork: ServerNetwork {

        let server: RelayServer
        private let list: Locked<NodeList>

        init(_ server: RelayServer, _ seeds: [RelayServer.Endpoint]) {
            self.server = server
            list = Locked(NodeList(seeds))
        }

        func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link {
            var reasons: [String] = []
            for node in list.withLock({ $0.candidates }) {
                do {
                    let link = try server.connect(to: node, named: "\(node)", stopper)
                    list.withLock { $0.reach(node) }
                    return link
                } catch {
                    if error == .stopped { throw error }
                    list.withLock { $0.fail(node) }
                    reasons.append(error.reason)
                }
            }
            throw .lost(reasons.joined(separator: "; "))
        }

        func follow(_ error: String) -> Bool {
            list.withLock { list in
                if let redirection = Redirection(error) {
                    list.follow(redirection)
                    return true
                }
                // A node that has lost the other nodes may be the only one that doesn't know of a
                // new master.
                if Refusal(error).isOfLostNode, let node = list.nodes.first { list.fail(node) }
                return false
            }
        }
    }
#endif
