#if Relay

    /// The location of a server of Redis 6 or Valkey, and the credentials for it.
    ///
    /// ```swift
    /// var server = RelayServer(host: "redis.internal", port: 6380)
    /// server.user = "orders"
    /// server.password = secrets.redis
    /// let relay = Relay(to: server)
    /// ```
    ///
    /// It's a `Sendable` value.
    public struct RelayServer: Sendable {

        /// The way to the server.
        public enum Address: Sendable, Hashable {

            /// The name or address, and the port.
            case host(String, port: Int)

            /// The path of a local socket.
            case socket(path: String)

            /// Sentinels, and the name that they use for the master.
            case sentinels([Endpoint], master: String)

            /// Some nodes of a cluster, which name the others.
            case cluster([Endpoint])
        }

        /// The host and the port of a server.
        public struct Endpoint: Sendable, Hashable {

            /// The name or the address.
            public var host: String

            /// The port.
            public var port: Int

            /// Creates an endpoint.
            public init(host: String, port: Int) {
                self.host = host
                self.port = port
            }
        }

        /// The way to the server.
        public var address: Address

        /// The user in the server's access control. `nil` is the default user.
        public var user: String?

        /// The password, if the server requires one.
        public var password: String?

        /// The user in the sentinels' access control. `nil` is the default user.
        public var sentinelUser: String?

        /// The password, if the sentinels require one. They don't get the password of the server.
        public var sentinelPassword: String?

        /// The encryption of the connection. `nil` is none.
        ///
        /// Connections to sentinels and to all nodes of a cluster are encrypted in the same way.
        public var tls: RelayTLS?

        /// The time without an answer after which a connection counts as lost.
        public var patience = Duration.seconds(5)

        /// The shortest and the longest pause between two attempts to connect.
        ///
        /// The pause doubles with each attempt. Each one is shortened by up to a half at random, so
        /// that clients don't reconnect all at once.
        public var pauses = Duration.milliseconds(50)...Duration.seconds(5)

        /// The largest message that is published, in bytes.
        ///
        /// It must not exceed the largest argument that the server takes, `proto-max-bulk-len`,
        /// which is 512 MB by default. A server that gets more closes the connection, each time.
        ///
        /// Subscriptions skip entries that are larger than this and than 64 MB, and report them as
        /// ``RelayProblem/undecodable(stream:id:reason:)``. So if you raise it for publishers,
        /// raise it for subscribers, too.
        public var largestMessage = 64 << 20

        /// The place where connections by sentinels note the master. A relay sets it.
        var currentMaster: CurrentMaster?

        /// Creates the address of a server.
        public init(host: String = "127.0.0.1", port: Int = 6379) { address = .host(host, port: port) }

        /// Creates the address of a server on this machine.
        public init(socket path: String) { address = .socket(path: path) }

        /// Creates the address of a master that sentinels watch.
        ///
        /// ```swift
        /// let sentinels = ["redis-1", "redis-2", "redis-3"].map { RelayServer.Endpoint(host: $0, port: 26379) }
        /// let relay = Relay(to: RelayServer(sentinels: sentinels, master: "mymaster"))
        /// ```
        ///
        /// For each connection, the relay asks the sentinels in turn, until a server that they name
        /// confirms that it's the master. So after a failover, the relay finds the new master.
        ///
        /// - Parameters:
        ///   - sentinels: All sentinels, or at least some that aren't down together.
        ///   - master: The name that the sentinels use for the master.
        public init(sentinels: [Endpoint], master: String) { address = .sentinels(sentinels, master: master) }

        /// Creates the address of a cluster.
        ///
        /// ```swift
        /// let seeds = ["redis-1", "redis-2", "redis-3"].map { RelayServer.Endpoint(host: $0, port: 6379) }
        /// let relay = Relay(to: RelayServer(cluster: seeds))
        /// ```
        ///
        /// Published streams of one hash tag share a connection to the node that has the slot. So
        /// do streams of one hash tag that you subscribe to. The guide says what that means for
        /// threads, and for the order of messages.
        ///
        /// - Parameter seeds: Several nodes of the cluster, so that at least one of them is always
        ///   up. They name the others.
        public init(cluster seeds: [Endpoint]) { address = .cluster(seeds) }
    }

    extension RelayServer.Endpoint: CustomStringConvertible {

        /// The host and the port, with a colon between them.
        public var description: String { "\(host):\(port)" }
    }

    extension RelayServer: CustomStringConvertible {

        /// The location of the server, without any secret.
        public var description: String {
            switch address {
            case .host(let host, let port): "\(host):\(port)"
            case .socket(let path): path
            case .sentinels(let sentinels, let master): "the master '\(master)' of \(Self.list(sentinels))"
            case .cluster(let seeds): "the cluster of \(Self.list(seeds))"
            }
        }

        private static func list(_ endpoints: [Endpoint]) -> String {
            endpoints.map(\.description).joined(separator: ", ")
        }

        /// The server's answer to a log-in, or its first word if the rest contains a secret.
        ///
        /// Secrets are the user and the password.
        func quotable(_ answer: String) -> String {
            let secrets = [user, password].compactMap { $0 }.filter { !$0.isEmpty }
            let isSecret = { (text: String) in secrets.contains { text.utf8.contains($0.utf8) } }
            if !isSecret(answer) { return answer }
            let code = String(answer.prefix { $0 != " " })
            return (isSecret(code) ? "" : "\(code): ") + "hidden, because it contains the user or the password"
        }

        /// Stops the program if there can't be such a server.
        func check() {
            if patience <= .zero || pauses.lowerBound <= .zero {
                fatalError(
                    "Relay: `patience` and `pauses` of a server must be greater than zero. Omit them, or pass at least a few milliseconds."
                )
            }
            switch address {
            case .host, .socket: break
            case .sentinels(let sentinels, let master):
                if sentinels.isEmpty {
                    fatalError(
                        "Relay: the list of sentinels is empty. Pass at least one: `sentinels: [.init(host: \"redis-1\", port: 26379)]`."
                    )
                }
                if master.isEmpty {
                    fatalError(
                        "Relay: the name of the master is empty. Pass the name that `sentinel monitor` uses: `master: \"mymaster\"`."
                    )
                }
            case .cluster(let seeds):
                if seeds.isEmpty {
                    fatalError(
                        "Relay: the list of cluster nodes is empty. Pass at least one: `cluster: [.init(host: \"redis-1\", port: 6379)]`."
                    )
                }
            }
        }
    }
#endif
