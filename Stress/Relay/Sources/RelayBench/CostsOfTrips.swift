import Foundation
import PlainHiredis
import Relay
import RelayPlan
import RelayRig
import SwiftObserver

/// Measures an empty round trip, and the delay of a message.
struct CostsOfTrips {

    let server: RedisServer

    func measure(_ costs: inout Costs) throws {
        guard let context = redisConnect("127.0.0.1", Int32(server.port)), context.pointee.err == 0 else {
            throw RigError("hiredis didn't connect.")
        }
        defer { redisFree(context) }
        var times: [Double] = []
        let count = 20_000
        let consumption = try Consumption(
            of: {
                for _ in 0..<count {
                    let start = nanoseconds()
                    var words: [UnsafePointer<CChar>?] = [], reply: UnsafeMutableRawPointer?
                    "PING".withCString { word in
                        words = [word]
                        _ = redisAppendCommandArgv(context, 1, &words, nil)
                    }
                    guard redisGetReply(context, &reply) == REDIS_OK else { throw RigError("The connection is lost.") }
                    freeReplyObject(reply)
                    times.append(Double(nanoseconds() - start) / 1000)
                }
            }, ServerMeter(server))
        costs[.tripCPU] = consumption.server / Double(count) * 1e6
        costs[.tripTime] = times.median
        try compareSharing()
        costs[.delay] = try RelayContender(server).delays(of: 4000, size: 64, every: 400).dropFirst(100).map { $0 }
            .median
    }

    /// Prints what a message costs the server for one subscription of many, and for the only one.
    private func compareSharing() throws {
        let times = try [1, 200].map { subscriptionCount in
            let rounds = try (0..<3).map { _ in try sendAlone(3000, toOneOf: subscriptionCount) }
            return String(format: "%.1f", rounds.least(\.server, of: 3000) * 1e6)
        }
        print(
            "A message alone costs the server \(times[0]) µs if its reader has one subscription,",
            "and \(times[1]) µs if it has 200.\n")
    }

    private func sendAlone(_ count: Int, toOneOf subscriptionCount: Int) throws -> Consumption {
        let address = RelayServer(port: server.port), relay = Relay(to: address), sender = Relay(to: address)
        let arrivals = Arrivals(of: 1), dog = FreeObserver(), messages = Messenger<[UInt8]>()
        let remotes = (0..<subscriptionCount).map { relay.subscribe("\($0)", from: .start, as: BytesCoding()) }
        for remote in remotes { dog.observe(remote) { _ in arrivals.add() } }
        sender.publish(messages, to: "0", as: BytesCoding())
        try waitUntilAllBegin(remotes)
        func send(_ count: Int) throws {
            for _ in 0..<count {
                messages.send([UInt8](size: 64, at: 0))
                try arrivals.wait()
            }
        }
        try send(100)
        let consumption = try Consumption(of: { try send(count) }, ServerMeter(server))
        for relay in [relay, sender] { relay.close(within: .seconds(10)) }
        withExtendedLifetime((remotes, dog)) {}
        try server.command("FLUSHALL")
        return consumption
    }
}
