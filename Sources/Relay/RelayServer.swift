#if Relay

    /// Where a server of Redis 5 or Valkey is, and how to get in.
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

        /// How the server is reached.
        public enum Address: Sendable, Hashable {

            /// By name or address, and port.
            case host(String, port: Int)

            /// By the path of a local socket.
            case socket(path: String)
        }

        /// How the server is reached.
        public var address: Address

        /// The user, as the server's access control knows it. `nil` is the default one.
        public var user: String?

        /// The password, if the server wants one.
        public var password: String?

        /// How the connection is encrypted. `nil` is: not at all.
        public var tls: RelayTLS?

        /// After what time without any answer a connection counts as lost.
        public var patience = Duration.seconds(5)

        /// What is waited between two attempts to connect, at least and at most. It grows twofold from one to the next, and each
        /// one is shortened by up to a half at random, so that not all clients come back at once.
        public var pauses = Duration.milliseconds(50)...Duration.seconds(5)

        /// The largest message that is published, in bytes.
        ///
        /// It must not be more than what the server takes at once, `proto-max-bulk-len`, which is 512 MB unless it's configured: a server that gets more closes the connection, again and again.
        ///
        /// Subscriptions pass over entries that are larger than this and than 64 MB, and report them as ``RelayProblem/undecodable(stream:id:reason:)``. So if you raise it for those who publish,
        /// raise it for those who subscribe, too.
        public var largestMessage = 64 << 20

        /// Creates the address of a server.
        public init(host: String = "127.0.0.1", port: Int = 6379) { address = .host(host, port: port) }

        /// Creates the address of a server on this machine.
        public init(socket path: String) { address = .socket(path: path) }
    }

    extension RelayServer: CustomStringConvertible {

        /// Where the server is, without any secret.
        public var description: String {
            switch address {
            case .host(let host, let port): "\(host):\(port)"
            case .socket(let path): path
            }
        }

        /// The server's answer to a log-in, or its first word if the rest contains the user or the password.
        func quotable(_ answer: String) -> String {
            let secrets = [user, password].compactMap { $0 }.filter { !$0.isEmpty }
            let isSecret = { (text: String) in secrets.contains { text.utf8.contains($0.utf8) } }
            if !isSecret(answer) { return answer }
            let code = String(answer.prefix { $0 != " " })
            return (isSecret(code) ? "" : "\(code): ") + "not quoted, since it contains the user or the password"
        }
    }
#endif
