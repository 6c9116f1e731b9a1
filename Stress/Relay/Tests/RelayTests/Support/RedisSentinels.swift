import RelayRig
import Relay
import Testing

/// A master, its replica, and three sentinels.
final class RedisSentinels: RelayTarget, Sendable {

    let master: RedisServer
    let replica: RedisServer
    let sentinels: [RedisServer]

    static let name = "mymaster"

    /// Starts all of them, and waits until they have found each other.
    init() async throws {
        let master = try RedisServer(options: ["--repl-ping-replica-period", "1", "--repl-diskless-sync-delay", "0"])
        self.master = master
        replica = try RedisServer(options: ["--replicaof", "127.0.0.1 \(master.port)"])
        sentinels = try (0..<3).map { _ in try Self.sentinel(of: master, quorum: 2) }
        for sentinel in sentinels {
            let client = try sentinel.client()
            try await until("the sentinel knows all others") {
                let words = try client.ask("SENTINEL", "MASTER", Self.name).list.map(\.text)
                let state = Dictionary(
                    uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) })
                return state["num-other-sentinels"] == "2" && state["num-slaves"] == "1" && state["flags"] == "master"
            }
        }
        let client = try replica.client()
        try await until("the replica has got everything") {
            try client.ask("ROLE").list.dropFirst(3).first?.text == "connected"
        }
    }

    /// Starts a sentinel that watches a server.
    static func sentinel(
        of server: RedisServer, quorum: Int, patience: Int = 700, configuration: String = ""
    ) throws -> RedisServer {
        try RedisServer(
            options: ["--sentinel"],
            configuration: """
                sentinel monitor \(name) 127.0.0.1 \(server.port) \(quorum)
                sentinel down-after-milliseconds \(name) \(patience)
                sentinel failover-timeout \(name) 1500
                \(configuration)

                """)
    }

    /// The address by sentinels, with shorter timeouts than usual.
    static func address(_ sentinels: [RelayServer.Endpoint], master: String = name) -> RelayServer {
        var address = RelayServer(sentinels: sentinels, master: master)
        address.pauses = .milliseconds(5)...Duration.milliseconds(50)
        return address
    }

    var address: RelayServer { Self.address(sentinels.map(\.endpoint)) }
}
