#if Relay

    import Locked

    /// The way to the master that sentinels name.
    final class SentinelNetwork: ServerNetwork {

        let server: RelayServer
        private let master: String

        /// The server whose settings are used to connect to sentinels.
        private let sentinel: RelayServer

        /// The sentinels. The first one has named the master last.
        private let list: Locked<NodeList>

        init(_ server: RelayServer, _ sentinels: [RelayServer.Endpoint], master: String) {
            self.server = server
            self.master = master
            var sentinel = server
            sentinel.user = server.sentinelUser
            sentinel.password = server.sentinelPassword
            self.sentinel = sentinel
            list = Locked(NodeList(sentinels))
        }

        /// Connects to the first server that a sentinel names and that confirms that it's the
        /// master.
        ///
        /// A sentinel that was cut off may name an earlier master. So if a server has another role,
        /// the next sentinel is asked.
        func connect(_ stopper: Stopper) throws(ConnectionFailure) -> any Link {
            var reasons: [String] = [], tried: Set<RelayServer.Endpoint> = []
            for sentinel in list.withLock({ $0.candidates }) {
                do {
                    let endpoint = try endpoint(by: sentinel, stopper)
                    if !tried.insert(endpoint).inserted { continue }
                    let link = try server.connect(to: endpoint, named: "\(endpoint)", stopper)
                    try checkRole(link, endpoint, sentinel)
                    list.withLock { $0.reach(sentinel) }
                    server.currentMaster?.reach(endpoint)
                    return link
                } catch {
                    if error == .stopped { throw error }
                    list.withLock { $0.fail(sentinel) }
                    reasons.append(error.reason)
                }
            }
            throw .lost(reasons.joined(separator: "; "))
        }

        /// Asks a sentinel where the master is.
        private func endpoint(
            by sentinel: RelayServer.Endpoint, _ stopper: Stopper
        ) throws(ConnectionFailure) -> RelayServer.Endpoint {
            let name = "the sentinel \(sentinel)"
            let link = try self.sentinel.connect(to: sentinel, named: name, stopper)
            var command: [UInt8] = []
            command.append(command: "SENTINEL", "GET-MASTER-ADDR-BY-NAME", master)
            try link.write(command)
            return try link.reply().read { [master] answer throws(ConnectionFailure) in
                if let error = answer.error { throw .lost("\(name): \(error)") }
                guard answer.count == 2, let host = answer[0].bytes, let digits = answer[1].bytes,
                    let port = UInt64(ascii: digits)
                else { throw .lost("\(name): it knows no master named '\(master)'") }
                return RelayServer.Endpoint(host: String(decoding: host, as: UTF8.self), port: Int(clamping: port))
            }
        }

        /// Throws if the server isn't a master.
        private func checkRole(
            _ link: any Link, _ endpoint: RelayServer.Endpoint, _ sentinel: RelayServer.Endpoint
        ) throws(ConnectionFailure) {
            var command: [UInt8] = []
            command.append(command: "ROLE")
            try link.write(command)
            let failure: String? = try link.reply().read { answer in
                if let error = answer.error {
                    return "\(error) (to find a server through sentinels, its user needs the command ROLE)"
                }
                let role = answer.count > 0 ? answer[0].text : nil
                return role == "master" ? nil : "its role is '\(role ?? "unknown")', not 'master'"
            }
            if let failure { throw .lost("\(endpoint), reported by the sentinel \(sentinel): \(failure)") }
        }
    }
#endif
