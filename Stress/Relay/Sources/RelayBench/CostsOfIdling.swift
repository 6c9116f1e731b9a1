import Foundation
import Relay
import RelayPlan
import RelayRig
import SwiftObserver

/// Measures the costs of objects while nothing is sent.
struct CostsOfIdling {

    let server: RedisServer

    private var meter: ServerMeter { ServerMeter(server) }
    private var address: RelayServer { RelayServer(port: server.port) }

    private static let count = 200

    /// Measures memory first, while the process has no free memory that it has used before.
    func measure(_ costs: inout Costs) throws {
        let publishing = try measurePublications(&costs)
        let base = try Consumption(of: { sleep(2) }, meter)
        try measureConnections(&costs, base)
        try measureSubscriptions(&costs, base)
        try measurePublisherKeys(&costs)
        publishing.close(within: .seconds(10))
        try server.command("FLUSHALL")
    }

    /// Measures one relay that publishes to many streams. Each of these gets and keeps a message.
    private func measurePublications(_ costs: inout Costs) throws -> Relay {
        let relay = Relay(to: address), count = 1000
        let messengers = (0...count).map { _ in Messenger<[UInt8]>() }
        func publish(_ range: Range<Int>) {
            let publications = range.map { relay.publish(messengers[$0], to: "\($0)", as: BytesCoding()) }
            for index in range { messengers[index].send([UInt8](size: 64, at: 0)) }
            for publication in publications { while publication.inspect().confirmed < 1 { usleep(1000) } }
        }
        publish(count..<count + 1)
        let resident = ProcessMeter.memory(), used = try meter.memory()
        publish(0..<count)
        costs[.publication] = (ProcessMeter.memory() - resident) / Double(count)
        costs[.stream] = try (meter.memory() - used) / Double(count)
        return relay
    }

    /// Measures relays with one subscription each.
    private func measureConnections(_ costs: inout Costs, _ base: Consumption) throws {
        let used = try meter.memory()
        let relays = (0..<Self.count).map { _ in Relay(to: address) }
        let subscriptions = Subscriptions(relays.enumerated().map { ($1, "\($0)") })
        try waitUntilAllBegin(subscriptions.all)
        sleep(3)
        costs[.connection] = try (meter.memory() - used) / Double(Self.count)
        costs[.idleAlone] = try idle(base).server
        for relay in relays { relay.close(within: .seconds(10)) }
        withExtendedLifetime(subscriptions) {}
    }

    /// Measures one relay with many subscriptions.
    private func measureSubscriptions(_ costs: inout Costs, _ base: Consumption) throws {
        let resident = ProcessMeter.memory(), relay = Relay(to: address)
        let connections = try meter.connections(), threads = ProcessMeter.threads()
        let subscriptions = Subscriptions((0..<Self.count).map { (relay, "\($0)") })
        try waitUntilAllBegin(subscriptions.all)
        sleep(3)
        (costs[.idleAmongMany], costs[.idleReader]) = try idle(base)
        costs[.subscription] = (ProcessMeter.memory() - resident) / Double(Self.count)
        print(
            "A relay with \(Self.count) subscriptions has \(Int(try meter.connections() - connections)) connections",
            "and \(ProcessMeter.threads() - threads) threads for them.\n")
        relay.close(within: .seconds(10))
        withExtendedLifetime(subscriptions) {}
    }

    /// The microseconds per second for each subscription.
    private func idle(_ base: Consumption) throws -> (server: Double, client: Double) {
        let idling = try (0..<3).map { _ in try Consumption(of: { sleep(2) }, meter) }
        func perSubscription(_ value: KeyPath<Consumption, Double>) -> Double {
            max(0, idling.least(value, of: 2) - base[keyPath: value] / 2) / Double(Self.count) * 1e6
        }
        return (perSubscription(\.server), perSubscription(\.client))
    }

    /// Measures the key of the relay that has published.
    private func measurePublisherKeys(_ costs: inout Costs) throws {
        let keys = try server.command("--scan", "--pattern", "relay:*").split { $0.isNewline }
        guard let key = keys.first, let bytes = Double(try server.command("MEMORY", "USAGE", String(key))) else {
            throw RigError("The publisher has no key.")
        }
        costs[.publisherKey] = bytes
    }
}

/// Waits until all subscriptions have found the server.
func waitUntilAllBegin(_ subscriptions: [RemoteMessages<[UInt8]>]) throws {
    for _ in 0..<3000 {
        if subscriptions.allSatisfy({ $0.latestID != nil }) { return }
        usleep(10_000)
    }
    throw RigError("Not all subscriptions begin.")
}

/// Subscriptions that are observed.
private final class Subscriptions {

    private let observer = FreeObserver()
    let all: [RemoteMessages<[UInt8]>]

    init(_ streams: [(Relay, String)]) {
        all = streams.map { $0.subscribe($1, as: BytesCoding()) }
        for remote in all { observer.observe(remote) { _ in } }
    }
}
