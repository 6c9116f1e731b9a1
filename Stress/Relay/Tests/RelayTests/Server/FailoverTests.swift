import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Masters that die, and replicas that take over. The tests run serially, with several servers
/// each.
@Suite(.serialized) struct FailoverTests {

    /// The fate of a master.
    enum Fate: CaseIterable { case dies, hangs }

    @Test(arguments: Fate.allCases)
    func `in a cluster, a replica takes over under fire, and what it hadn't got is a gap`(_ fate: Fate) async throws {
        let cluster = try await RedisCluster(replicas: 3), stream = cluster.stream(on: 0)
        let relays = (0..<2).map { _ in cluster.relay { $0.patience = .seconds(1) } }
        let fire = Fire(publishing: relays[0], reading: relays[1], stream)
        let count = try await fire.rage { await replace(cluster.nodes[0], by: cluster.nodes[3], fate) }
        await fire.expect(count)
    }

    @Test(arguments: Fate.allCases)
    func `sentinels let a replica take over under fire, and what it hadn't got is a gap`(_ fate: Fate) async throws {
        let sentinels = try await RedisSentinels()
        let relays = (0..<2).map { _ in sentinels.relay { $0.patience = .seconds(1) } }
        let fire = Fire(publishing: relays[0], reading: relays[1], "sky")
        let count = try await fire.rage { await replace(sentinels.master, by: sentinels.replica, fate) }
        await fire.expect(count)
    }

    /// Lets a replica take over.
    ///
    /// A master that hung comes back then. It accepts what was sent to it before it learns that
    /// it's replaced.
    private func replace(_ master: RedisServer, by replica: RedisServer, _ fate: Fate) async {
        switch fate {
        case .dies: master.kill()
        case .hangs: master.pause()
        }
        await untilMaster(replica)
        master.resume()
    }

    private func untilMaster(_ replica: RedisServer) async {
        // A sentinel ends all connections of a new master.
        await until("the replica is the master") {
            (try? replica.client().ask("ROLE"))?.list.first?.text == "master"
        }
    }

    @Test func `what the master had confirmed and its replica hadn't got is an exact gap`() async throws {
        let sentinels = try await RedisSentinels(), relay = sentinels.relay(), reading = sentinels.relay()
        let problems = reading.problems.recorded(), sky = Messenger<Int>(), gate = Gate(), dog = FreeObserver()
        let remote: RemoteMessages<Int> = reading.subscribe("sky", from: .start), received = Messenger<Int>()
        let recorded = received.recorded()
        dog.observe(remote) { number in
            received.send(number)
            if number == 1 { gate.pass() }
        }
        let publication = relay.publish(sky, to: "sky")
        sky.send(1)
        await recorded.expectNext([1])
        try await until("the replica has got the first message") {
            try sentinels.replica.client().ask("XLEN", "sky").number == 1
        }
        sentinels.replica.pause()
        try sentinels.master.client().ask("CLIENT", "KILL", "TYPE", "replica")
        for number in 2...101 { sky.send(number) }
        await until("the master has confirmed all") { publication.isDone }
        sentinels.master.kill()
        sentinels.replica.resume()
        await untilMaster(sentinels.replica)
        gate.open()
        for number in 102...110 { sky.send(number) }
        await recorded.expectNext(102...110)
        #expect(problems.gapCount == 100)
        problems.ignoreRest()
        dog.stopObserving()
    }

    @Test func `an inspection names the master that sentinels have named, also after a failover`() async throws {
        let sentinels = try await RedisSentinels(), relay = sentinels.relay(), sky = Messenger<Int>()
        let problems = relay.problems.recorded(), publication = relay.publish(sky, to: "sky")
        #expect(relay.inspect().master == nil)
        sky.send(1)
        await until("it's confirmed") { publication.isDone }
        #expect(relay.inspect().master == "\(sentinels.master.endpoint)")
        sentinels.master.kill()
        await untilMaster(sentinels.replica)
        sky.send(2)
        await until("it's confirmed") { publication.isDone }
        #expect(relay.inspect().master == "\(sentinels.replica.endpoint)")
        problems.ignoreRest()
    }

    @Test func `a value is shared on after a failover`() async throws {
        let sentinels = try await RedisSentinels(), one = sentinels.relay(), two = sentinels.relay()
        let here = one.shared("limit", initially: 1), there = two.shared("limit", initially: 2)
        _ = try await (here.begun.value, there.begun.value)
        here.value = 3
        await until("it's there") { there.value == 3 }
        sentinels.master.kill()
        here.value = 4
        await until("the next one is there") { there.value == 4 }
        there.value = 5
        await until("it's here") { here.value == 5 }
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `a sentinel that names a server which is no master leads to the next sentinel`() async throws {
        let master = try RedisServer(), replica = try RedisServer(options: ["--replicaof", "127.0.0.1 \(master.port)"])
        let stale = try RedisSentinels.sentinel(of: replica, quorum: 1, patience: 3_600_000)
        let current = try RedisSentinels.sentinel(of: master, quorum: 1, patience: 3_600_000)
        let addresses: [RelayServer.Endpoint] = [.unreachable, stale.endpoint, current.endpoint]
        let relay = Relay(to: RedisSentinels.address(addresses)), problems = relay.problems.recorded()
        let sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = relay.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        sky.send(1)
        await received.expectNext([1])
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
        #expect(try master.client().ask("ROLE").list.first?.text == "master")
    }

    @Test func `problems name the sentinel that can't be reached, the server that's no master, and the unknown name`()
        async throws
    {
        let master = try RedisServer(), replica = try RedisServer(options: ["--replicaof", "127.0.0.1 \(master.port)"])
        let stale = try RedisSentinels.sentinel(of: replica, quorum: 1, patience: 3_600_000)
        let gone = RelayServer.Endpoint.unreachable
        for (name, reason) in [
            (
                RedisSentinels.name,
                "\(replica.endpoint), reported by the sentinel \(stale.endpoint): its role is 'slave', not 'master'"
            ), ("another", "the sentinel \(stale.endpoint): it knows no master named 'another'"),
        ] {
            let relay = Relay(to: RedisSentinels.address([gone, stale.endpoint], master: name))
            let problems = relay.problems.recorded()
            let remote: RemoteMessages<Int> = relay.subscribe("sky")
            await problems.expectNext([
                .disconnected(
                    .subscription(stream: "sky"), reason: "the sentinel \(gone): Connection refused; \(reason)")
            ])
            withExtendedLifetime(remote) {}
        }
    }

    @Test func `sentinels have a user and a password of their own`() async throws {
        let master = try RedisServer(options: ["--requirepass", "of the server"])
        let sentinel = try RedisSentinels.sentinel(
            of: master, quorum: 1, configuration: "requirepass \"of the sentinel\"")
        var address = RedisSentinels.address([sentinel.endpoint])
        address.password = "of the server"
        let locked = Relay(to: address), problems = locked.problems.recorded(), sky = Messenger<Int>()
        locked.publish(sky, to: "sky")
        sky.send(1)
        await problems.next {
            if case .disconnected(_, let reason) = $0 { reason.contains("NOAUTH") } else { false }
        }
        problems.ignoreRest()
        address.sentinelPassword = "of the sentinel"
        let relay = Relay(to: address)
        relay.publish(sky, to: "sky")
        sky.send(2)
        #expect(await relay.close(within: .hangLimit).isEmpty)
    }
}
