import Relay
import RelayPlan
import RelayRig
import SwiftObserver
import SwiftObserverTesting
import Testing

/// Compiles and runs the code of the page about plans.
@Suite struct PlanGuideTests {

    @Test func `this file contains the code of the page`() throws {
        try expectCode(of: PlanPage.path, isContainedIn: #filePath)
    }

    @Test func `messages of one key get into one stream`() async throws {
        let server = try RedisServer(), relay = server.relay()
        let shards = (0..<64).map { _ in Messenger<Order>() }
        for (number, shard) in shards.enumerated() { relay.publish(shard, to: "{\(number)}orders") }
        func publish(_ order: Order) { shards[order.number % shards.count].send(order) }

        let remotes: [RemoteMessages<Order>] = [3, 4].map { relay.subscribe("{\($0)}orders", from: .start) }
        let received = remotes.map { $0.recorded() }
        for number in [3, 4, 67, 131] { publish(Order(number: number)) }
        await received[0].expectNext([3, 67, 131].map(Order.init))
        await received[1].expectNext([Order(number: 4)])
        let left = await relay.close(within: .hangLimit)
        #expect(left.isEmpty)
    }

    @Test func `a process passes on what it subscribes to`() async throws {
        let servers = try [RedisServer(), RedisServer()]
        let root = servers[0].address, branch = servers[1].address, forwarder = FreeObserver()

        let above = Relay(to: root), below = Relay(to: branch)
        let remotePrices: RemoteMessages<Int> = above.subscribe("prices")
        let prices = Messenger<Int>()
        let publication = below.publish(prices, to: "prices")
        forwarder.observe(remotePrices) { price in
            _ = publication.waitForRoom(below: 1000, within: .seconds(60))
            prices.send(price)
        }

        let publisher = Relay(to: root), reader = Relay(to: branch), source = Messenger<Int>()
        let read: RemoteMessages<Int> = reader.subscribe("prices", from: .start), received = read.recorded()
        _ = try await remotePrices.begun.value
        publisher.publish(source, to: "prices")
        for price in 1...5000 { source.send(price) }
        await received.expectNext(1...5000)
        for relay in [publisher, above, below, reader] { await relay.close(within: .hangLimit) }
        withExtendedLifetime(servers) {}
    }
}

private struct Order: Codable, Hashable {
    let number: Int
}
