import RelayRig
import Relay
import Testing

@testable import Relay

/// Servers that form a cluster. The masters are first, and have equal shares of the slots.
final class RedisCluster: RelayTarget, Sendable {

    let nodes: [RedisServer]
    private let masterCount: Int

    /// Starts a cluster, and waits until it works.
    ///
    /// - Parameter replicas: The number of masters with a replica.
    init(masters: Int = 3, replicas: Int = 0) async throws {
        masterCount = masters
        let nodes = try (0..<(masters + replicas)).map { _ in
            try RedisServer(
                isInCluster: true,
                options: [
                    "--cluster-node-timeout", "1000", "--cluster-require-full-coverage", "no",
                    "--cluster-allow-replica-migration", "no", "--cluster-replica-validity-factor", "0",
                    "--repl-ping-replica-period", "1", "--repl-diskless-sync-delay", "0",
                ])
        }
        self.nodes = nodes
        let clients = try nodes.map { try $0.client() }
        for (index, client) in clients.enumerated() {
            try client.ask("CLUSTER", "SET-CONFIG-EPOCH", "\(index + 1)")
            if index < masters {
                let range = slots(of: index)
                try client.ask("CLUSTER", "ADDSLOTSRANGE", "\(range.lowerBound)", "\(range.upperBound - 1)")
            }
            try clients[0].ask("CLUSTER", "MEET", "127.0.0.1", "\(nodes[index].port)", "\(nodes[index].clusterPort)")
        }
        try await until("all nodes know each other") {
            try clients.allSatisfy { client in
                let lines = try client.ask("CLUSTER", "NODES").text.split(separator: "\n")
                return lines.count == nodes.count && !lines.contains { $0.contains("handshake") }
            }
        }
        for index in 0..<replicas {
            let id = try clients[index].ask("CLUSTER", "MYID").text
            try clients[masters + index].ask("CLUSTER", "REPLICATE", id)
        }
        try await until("the cluster works") {
            try clients.allSatisfy { try $0.ask("CLUSTER", "INFO").text.contains("cluster_state:ok") }
        }
        try await until("the replicas have got everything") {
            try clients[masters...].allSatisfy { try $0.ask("ROLE").list.dropFirst(3).first?.text == "connected" }
        }
    }

    private func slots(of master: Int) -> Range<Int> {
        (16_384 * master / masterCount)..<(16_384 * (master + 1) / masterCount)
    }

    /// The name of a stream on that master. With another word, it may be on another one.
    func stream(on master: Int, _ word: String = "sky") -> String {
        let tag = (0...).lazy.map { "\(word)\($0)" }.first { self.slots(of: master).contains(Int($0.slot)) }
        return "{\(tag ?? "")}\(word)"
    }

    var address: RelayServer { Self.address(nodes.map(\.endpoint)) }

    static func address(_ seeds: [RelayServer.Endpoint]) -> RelayServer {
        var address = RelayServer(cluster: seeds)
        address.pauses = .milliseconds(5)...Duration.milliseconds(50)
        return address
    }

    /// Moves the slot of a stream with all keys to another master, and calls closures in between.
    func move(
        _ stream: String, from old: Int, to new: Int, meanwhile: () async throws -> Void = {}
    ) async throws {
        let source = try nodes[old].client(), target = try nodes[new].client(), slot = "\(stream.hashTag.slot)"
        let sourceID = try source.ask("CLUSTER", "MYID").text, targetID = try target.ask("CLUSTER", "MYID").text
        try target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", sourceID)
        try source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", targetID)
        try await meanwhile()
        while true {
            let keys = try source.ask("CLUSTER", "GETKEYSINSLOT", slot, "1").list
            guard let key = keys.first?.text else { break }
            try source.ask("MIGRATE", "127.0.0.1", "\(nodes[new].port)", key, "0", "5000")
            try await meanwhile()
        }
        for client in [target, source] { try client.ask("CLUSTER", "SETSLOT", slot, "NODE", targetID) }
    }
}

extension RedisServer {

    /// The host and the port.
    var endpoint: RelayServer.Endpoint { .init(host: "127.0.0.1", port: port) }

    /// A relay to a cluster of which this is a node.
    func clusterRelay() -> Relay { Relay(to: RedisCluster.address([endpoint])) }
}

extension RelayServer.Endpoint {

    /// A port of this machine without a listener. Only the superuser could use it.
    static let unreachable = Self(host: "127.0.0.1", port: 1)
}
