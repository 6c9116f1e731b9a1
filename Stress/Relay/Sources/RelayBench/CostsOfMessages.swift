import Foundation
import Relay
import RelayPlan
import RelayRig
import SwiftObserver

/// Measures the costs of messages of one size for the server and both processes.
struct CostsOfMessages {

    let server: RedisServer
    let size: Int
    let rounds: Int

    private var meter: ServerMeter { ServerMeter(server) }
    private var address: RelayServer { RelayServer(port: server.port) }
    private var message: [UInt8] { [UInt8](size: size, at: 0) }

    /// The number of readers of a message that is sent alone.
    private static let readerCount = 50

    func measure(_ costs: inout Costs) throws {
        try measureBatches(&costs)
        try measureAlone(&costs)
    }

    // MARK: - In batches

    private func measureBatches(_ costs: inout Costs) throws {
        let kept = size < 10_000 ? 50_000 : 2000
        var filled: [Consumption] = [], written: [Consumption] = [], read: [Consumption] = []
        for _ in 0..<rounds {
            filled.append(try Consumption(of: { try publish(kept, keeping: kept) }, meter))
            // From here on, the server reuses the memory of trimmed messages.
            written.append(try Consumption(of: { try publish(2 * kept, keeping: kept) }, meter))
            read.append(try Consumption(of: { try self.read(kept) }, meter))
            try server.command("FLUSHALL")
        }
        costs[.publishingInBatches, size] = written.least(\.client, of: 2 * kept) * 1e6
        costs[.appendingInBatches, size] = written.least(\.server, of: 2 * kept) * 1e6
        costs[.readingInBatches, size] = read.least(\.server, of: kept) * 1e6
        costs[.deliveringInBatches, size] = read.least(\.client, of: kept) * 1e6
        costs[.bytesIn, size] = written.least(\.bytesIn, of: 2 * kept)
        costs[.bytesOut, size] = read.least(\.bytesOut, of: kept)
        costs[.keptBytes, size] = filled.least(\.memory, of: kept)
    }

    private func publish(_ count: Int, keeping kept: Int) throws {
        let relay = Relay(to: address), messages = Messenger<[UInt8]>(), message = message
        let publication = relay.publish(
            messages, to: "costs", keeping: .latest(kept), buffering: .unbounded, as: BytesCoding())
        for index in 0..<count {
            if index % 512 == 0 {
                _ = publication.waitForRoom(below: max(1000, 16_000_000 / size), within: .seconds(60))
            }
            messages.send(message)
        }
        while publication.inspect().confirmed < count { usleep(1000) }
        relay.close(within: .seconds(10))
    }

    private func read(_ count: Int) throws {
        let relay = Relay(to: address), dog = FreeObserver(), arrivals = Arrivals(of: count)
        let remote = relay.subscribe("costs", from: .start, as: BytesCoding())
        dog.observe(remote) { _ in arrivals.add() }
        try arrivals.wait()
        relay.close(within: .seconds(10))
        withExtendedLifetime((remote, dog)) {}
    }

    // MARK: - One by one

    /// Measures with one reader and with many. The difference is the cost of a reader.
    private func measureAlone(_ costs: inout Costs) throws {
        var few: [Consumption] = [], many: [Consumption] = []
        let count = 4000, fewer = 400, readers = Double(Self.readerCount)
        for _ in 0..<rounds {
            few.append(try sendAlone(count, to: 1))
            many.append(try sendAlone(fewer, to: Self.readerCount))
        }
        for (value, publishing, reading) in [
            (\Consumption.server, MessageCost.appendingAlone, MessageCost.readingAlone),
            (\Consumption.client, MessageCost.publishingAlone, MessageCost.deliveringAlone),
        ] {
            let one = few.least(value, of: count) * 1e6
            let all = many.least(value, of: fewer) * 1e6
            let reader = (all - one) / (readers - 1)
            costs[reading, size] = reader
            costs[publishing, size] = max(0, one - reader)
        }
    }

    /// Sends the next message when all readers have handled the previous one.
    private func sendAlone(_ count: Int, to readerCount: Int) throws -> Consumption {
        let relays = (0..<readerCount).map { _ in Relay(to: address) }, dog = FreeObserver()
        let remotes = relays.map { $0.subscribe("alone", from: .start, as: BytesCoding()) }
        let arrivals = Arrivals(of: readerCount), sender = Relay(to: address), messages = Messenger<[UInt8]>()
        for remote in remotes { dog.observe(remote) { _ in arrivals.add() } }
        sender.publish(messages, to: "alone", keeping: .latest(100), as: BytesCoding())
        let message = message
        func send(_ count: Int) throws {
            for _ in 0..<count {
                messages.send(message)
                try arrivals.wait()
            }
        }
        try send(100)
        let consumption = try Consumption(of: { try send(count) }, meter)
        for relay in relays + [sender] { relay.close(within: .seconds(10)) }
        withExtendedLifetime((remotes, dog)) {}
        try server.command("FLUSHALL")
        return consumption
    }
}
