import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// A cluster of one server, with streams in different slots.
@Suite struct ClusterTests {

    let server: RedisServer
    let client: Client

    init() async throws {
        server = try RedisServer(isInCluster: true)
        client = try server.client()
        try client.ask("CLUSTER", "ADDSLOTSRANGE", "0", "16383")
        let client = client
        try await until("the cluster is ready") {
            try client.ask("CLUSTER", "INFO").text.contains("cluster_state:ok")
        }
    }

    @Test func `streams of different slots are published in order, and each once`() async throws {
        let relay = server.clusterRelay(), reading = server.clusterRelay()
        let names = ["sky", "sea", "{sky}air", "sun"], problems = relay.problems.recorded()
        let messengers = names.map { _ in Messenger<Int>() }
        let remotes: [RemoteMessages<Int>] = names.map { reading.subscribe($0, from: .start) }
        let received = remotes.map { $0.recorded() }
        for (name, messenger) in zip(names, messengers) { relay.publish(messenger, to: name) }
        for number in 1...500 {
            for messenger in messengers { messenger.send(number) }
            if number == 200 { try client.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes") }
        }
        for recording in received { await recording.expectNext(1...500) }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.ignoreRest()
        // The messages, and the position at the end.
        for name in names { #expect(try client.ask("XLEN", name).number == 501) }
    }

    @Test func `names that are equal as texts are published to their own slots`() async throws {
        let relay = server.clusterRelay(), problems = relay.problems.recorded()
        let names = ["caf\u{E9}", "cafe\u{301}", "{caf\u{E9}\u{301}}", "{\u{301}sky}", "{sky}\u{301}{sea}"]
        let messengers = names.map { _ in Messenger<Int>() }
        for (name, messenger) in zip(names, messengers) { relay.publish(messenger, to: name) }
        for number in 1...3 { for messenger in messengers { messenger.send(number) } }
        #expect(await relay.close(within: .hangLimit).isEmpty)
        // The messages, and the position at the end.
        for name in names { #expect(try client.ask("XLEN", name).number == 4) }
        problems.expectNothingMore()
    }

    @Test func `a cluster that comes later gets what waits`() async throws {
        server.kill()
        let relay = server.clusterRelay(), problems = relay.problems.recorded(), sky = Messenger<Int>(),
            sea = Messenger<Int>()
        relay.publish(sky, to: "sky")
        relay.publish(sea, to: "sea")
        for number in 1...100 { (number % 2 == 0 ? sky : sea).send(number) }
        await problems.nextLoss(of: .publishingTag("sky"))
        try server.start()
        let client = try server.client()
        #expect(await relay.close(within: .hangLimit).isEmpty)
        #expect(try client.ask("XLEN", "sky").number == 51)
        #expect(try client.ask("XLEN", "sea").number == 51)
        problems.ignoreRest()
    }

    @Test func `a lost connection that nobody needs any longer is no longer shown, until it's needed again`()
        async throws
    {
        let relay = server.clusterRelay(), problems = relay.problems.recorded()
        do {
            let limit = relay.shared("limit", initially: 0)
            limit.value = 1
            await until("it's confirmed") { relay.inspect().connection == .connected }
            server.kill()
            await problems.nextLoss(of: .publishingTag("limit"))
            #expect(isDisconnected(relay))
            withExtendedLifetime(limit) {}
        }
        await until("nobody needs it") {
            // The relay looks for ended publications when others are added.
            for _ in 0..<16 { relay.publish(Messenger<Int>(), to: "sky").stop() }
            return relay.inspect().connection == .idle
        }
        #expect(relay.openMetrics().contains("relay_publishing_disconnected 0\n"))
        let limit = relay.shared("limit", initially: 0)
        #expect(isDisconnected(relay))
        try server.start()
        await problems.next { $0 == .reconnected(.publishingTag("limit")) }
        limit.value = 2
        await until("it's confirmed") { relay.inspect().connection == .connected }
        problems.ignoreRest()
    }

    private func isDisconnected(_ relay: Relay) -> Bool {
        if case .disconnected = relay.inspect().connection { true } else { false }
    }

    @Test func `an inspection shows the connections of all hash tags`() async throws {
        let relay = server.clusterRelay(), problems = relay.problems.recorded()
        let messengers = ["sky", "sea"].map { name in
            let messenger = Messenger<Int>()
            relay.publish(messenger, to: name)
            return messenger
        }
        for messenger in messengers { messenger.send(1) }
        await until("it's connected") { relay.inspect().connection == .connected }
        await until("all is confirmed") { relay.inspect().publications.allSatisfy { $0.confirmed == 1 } }
        server.kill()
        await until("the loss is shown") { relay.openMetrics().contains("relay_publishing_disconnected 1\n") }
        guard case .disconnected = relay.inspect().connection else {
            Issue.record("It's \(relay.inspect().connection).")
            return
        }
        for messenger in messengers { messenger.send(2) }
        try server.start()
        await until("both are connected again") { relay.inspect().reconnects == 2 }
        #expect(relay.inspect().connection == .connected)
        #expect(relay.openMetrics().contains("relay_publishing_reconnects_total 2\n"))
        problems.ignoreRest()
    }

    @Test func `a value is shared`() async throws {
        let one = server.clusterRelay(), two = server.clusterRelay()
        let here = one.shared("limit", initially: 1), there = two.shared("limit", initially: 2)
        _ = try await (here.begun.value, there.begun.value)
        here.value = 3
        await until("it's there") { there.value == 3 }
        there.value = 4
        await until("it's here") { here.value == 4 }
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }
}
