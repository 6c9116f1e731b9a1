import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// A server that keeps only a part of the keys, while another one keeps the rest.
@Suite struct ClusterOfTwoTests {

    private let near: RedisServer
    private let far: RedisServer

    /// A stream that the near server keeps.
    private let stream = "{near}"

    init() throws {
        let busPort = Ports.free()
        near = try RedisServer(options: ["--cluster-enabled", "yes", "--cluster-port", "\(Ports.free())"])
        far = try RedisServer(options: ["--cluster-enabled", "yes", "--cluster-port", "\(busPort)"])
        let middle = try slot(of: stream)
        try near.command("CLUSTER", "ADDSLOTSRANGE", "0", "\(middle)")
        try far.command("CLUSTER", "ADDSLOTSRANGE", "\(middle + 1)", "16383")
        try near.command("CLUSTER", "MEET", "127.0.0.1", "\(far.port)", "\(busPort)")
    }

    private func slot(of key: String) throws -> Int { Int(try near.command("CLUSTER", "KEYSLOT", key)) ?? 0 }

    /// A relay of which the far server keeps the key if it belongs to no stream.
    private func relay() throws -> Relay {
        while true {
            let relay = near.relay()
            if try slot(of: Fence(of: relay.publisher, tag: nil).key) > slot(of: stream) { return relay }
        }
    }

    private func untilItWorks() async throws {
        for server in [near, far] {
            try await until("the cluster works") { try server.command("CLUSTER", "INFO").contains("state:ok") }
        }
    }

    @Test func `a server can turn out to be part of a cluster`() async throws {
        try await untilItWorks()
        let relay = try relay(), problems = relay.problems.recorded(), sky = Messenger<Int>()
        relay.publish(sky, to: stream)
        sky.send(1)
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
    }

    @Test func `a server can turn out to be part of a cluster after it was away`() async throws {
        try await untilItWorks()
        let relay = try relay(), problems = relay.problems.recorded(), sky = Messenger<Int>()
        near.kill()
        relay.publish(sky, to: stream)
        sky.send(1)
        await problems.nextLoss(of: .publishing)
        try near.start()
        #expect(await relay.close(within: .hangLimit).isEmpty)
        await problems.expectNext([.reconnected(.publishing)])
        problems.expectNothingMore()
    }
}
