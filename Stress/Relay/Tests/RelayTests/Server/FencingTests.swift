import Foundation
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

@testable import Relay

/// Connections that were given up with data in flight, which arrives later.
@Suite struct FencingTests {

    let server: RedisServer
    let network: SlowNetwork
    let client: Client

    init() throws {
        server = try RedisServer()
        network = try SlowNetwork(to: server.port, seed: 1)
        network.calmDown()
        client = try server.client()
    }

    /// A relay through the network, with short timeouts.
    private func distant() -> Relay {
        var address = RelayServer(port: network.port)
        address.patience = .milliseconds(300)
        address.pauses = .milliseconds(5)...Duration.milliseconds(50)
        return Relay(to: address)
    }

    private var transactions: Int {
        get throws {
            let lines = try client.ask("INFO", "commandstats").text.split(whereSeparator: \.isNewline)
            let line = lines.first { $0.hasPrefix("cmdstat_exec:calls=") }
            return Int(line?.split(separator: "=")[1].prefix { $0 != "," } ?? "") ?? 0
        }
    }

    /// Releases the held bytes, and waits until the server has executed the transaction in them.
    private func releaseLateBatch() async throws {
        let before = try transactions
        network.release()
        try await until("the late batch has arrived") { try transactions > before }
    }

    @Test func `a shared value doesn't go back to a write that arrives late`() async throws {
        let one = distant(), two = server.relay()
        let here = one.shared("limit", initially: 0), there = two.shared("limit", initially: 0)
        _ = try await (here.begun.value, there.begun.value)
        here.value = 1
        await until("the first write is there") { there.value == 1 }
        network.holdConnected()
        here.value = 111
        await until("it came through another connection") { there.value == 111 }
        here.value = 222
        await until("the next one has come") { there.value == 222 }
        there.value = 333
        await until("the last one has come") { here.value == 333 }
        let length = try client.ask("XLEN", "limit").number
        try await releaseLateBatch()
        #expect(try client.ask("XLEN", "limit").number == length)
        let late = two.shared("limit", initially: 0)
        _ = try await late.begun.value
        #expect(late.value == 333 && here.value == 333 && there.value == 333)
        for relay in [one, two] { await relay.close(within: .hangLimit) }
    }

    @Test func `a new subscription gets nothing from before its beginning`() async throws {
        let one = distant(), two = server.relay(), sky = Messenger<Int>()
        one.publish(sky, to: "sky")
        sky.send(1)
        try await until("the first message is there") { try client.ask("XLEN", "sky").number == 1 }
        network.holdConnected()
        sky.send(2)
        try await until("the second one is there, too") { try client.ask("XLEN", "sky").number >= 2 }
        let remote: RemoteMessages<Int> = two.subscribe("sky"), received = remote.recorded()
        _ = try await remote.begun.value
        try await releaseLateBatch()
        sky.send(3)
        await received.expectNext([3])
        for relay in [one, two] { await relay.close(within: .hangLimit) }
        received.expectNothingMore()
    }

    @Test func `what was taken although the answer was lost isn't sent again`() async throws {
        let one = distant(), sky = Messenger<Int>(), problems = one.problems.recorded()
        one.publish(sky, to: "sky")
        sky.send(1)
        try await until("the first message is there") { try client.ask("XLEN", "sky").number == 1 }
        network.holdAnswers()
        sky.send(2)
        await problems.nextLoss(of: .publishing)
        await problems.expectNext([.reconnected(.publishing)])
        sky.send(3)
        network.release()
        #expect(await one.close(within: .hangLimit).isEmpty)
        // Three messages, and the position at the end.
        #expect(try client.ask("XLEN", "sky").number == 4)
    }

    @Test func `a value whose stream was replaced doesn't block other streams`() async throws {
        let relay = distant(), sky = Messenger<Int>(), problems = relay.problems.recorded()
        let publication = relay.publish(sky, to: "sky"), limit = relay.shared("limit", initially: 0)
        _ = try await limit.begun.value
        sky.send(1)
        try await until("the first message is confirmed") {
            try client.ask("XLEN", "sky").number == 1 && publication.writer.sequence.unconfirmedCount == 0
        }
        network.holdAnswers()
        limit.value = 1
        try await until("the write is there") { try client.ask("XLEN", "limit").number == 1 }
        try client.ask("SET", "limit", "text")
        sky.send(2)
        try await until("the next message is there") { try client.ask("XLEN", "sky").number == 2 }
        network.release()
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.ignoreRest()
    }

    @Test func `a publisher goes on when the server has forgotten its key`() async throws {
        let relay = server.relay(), reading = server.relay(), problems = relay.problems.recorded()
        let sky = Messenger<Int>()
        let remote: RemoteMessages<Int> = reading.subscribe("sky", from: .start), received = remote.recorded()
        relay.publish(sky, to: "sky")
        sky.send(1)
        await received.expectNext([1])
        #expect(try client.ask("DEL", "relay:\(relay.publisher)").number == 1)
        sky.send(2)
        await received.expectNext([2])
        try client.ask("FLUSHALL")
        sky.send(3)
        await received.expectNext([3])
        #expect(await relay.close(within: .hangLimit).isEmpty)
        problems.expectNothingMore()
    }
}
