import Foundation
import RelayPlan
import Testing

/// The claims of the guide about plans.
@Suite struct PlanTests {

    @Test func `the page tells what follows from its costs`() throws {
        let page = try PlanPage(String(contentsOf: file(PlanPage.path), encoding: .utf8))
        #expect(page.costs != nil)
        var computed = page
        computed.compute()
        for name in PlanPage.computedNames { #expect(page[name] == computed[name], "\(name)") }
        #expect(page.text == computed.text)
    }

    @Test func `costs survive to be written into a page and read from it`() throws {
        let page = try PlanPage(String(contentsOf: file(PlanPage.path), encoding: .utf8))
        let costs = try #require(page.costs)
        var written = page
        written.write(costs, machine: "another one")
        #expect(written.costs == costs)
        #expect(written["machine"] == "another one")
    }

    @Test func `a page without one of the costs tells none`() throws {
        let page = try PlanPage(String(contentsOf: file(PlanPage.path), encoding: .utf8))
        for cost in FixedCost.allCases {
            let lines = page.text.components(separatedBy: "\n").filter { !$0.hasPrefix("| \(cost.rawValue) |") }
            #expect(PlanPage(lines.joined(separator: "\n")).costs == nil, "\(cost)")
        }
    }

    @Test func `a server carries what its processor does`() {
        // 2 µs to append and 3 µs for each of 10 readers are 32 µs. 70 % of a second are 21,875
        // times that.
        let plan = Plan(streams: 10, readers: 100, servers: 1, size: 64)
        let (rate, limit) = plan.messagesPerSecond(.simple)
        #expect(abs(rate - 0.7 / 32e-6) < 1)
        #expect(limit == .server)
        let larger = Plan(streams: 10, readers: 100, servers: 5, size: 64).messagesPerSecond(.simple).rate
        #expect(abs(larger - 5 * rate) < 5)
    }

    @Test func `more servers than streams carry no more`() {
        let rates = [10, 12].map { servers in
            Plan(streams: 10, readers: 100, servers: servers, size: 64).messagesPerSecond(.simple).rate
        }
        #expect(rates[0] == rates[1])
    }

    @Test func `messages that may wait are read together`() {
        let plan = Plan(streams: 10, readers: 10, servers: 1, size: 64)
        let alone = plan.messagesPerSecond(.simple).rate, waiting = plan.messagesPerSecond(.simple, within: 1).rate
        // In batches, each half costs a third.
        #expect(waiting > 2.9 * alone && waiting < 3 * alone)
    }

    @Test func `large messages are read in smaller batches`() {
        var costs = Costs.simple
        costs[.readingAlone, 64_000] = 17_384
        costs[.readingInBatches, 64_000] = 1000
        // A batch has 1 MB, which is 16.384 messages.
        let plan = Plan(streams: 10, readers: 10, servers: 1, size: 64_000)
        #expect(abs(plan.messagesPerSecond(costs, within: 10).rate - 0.7 / 2000e-6) < 1)
    }

    @Test func `a reader has a thread for each hash tag`() {
        var costs = Costs.simple
        costs[.deliveringAlone, 64] = 10_000
        var plan = Plan(streams: 100, readers: 10, servers: 4, size: 64)
        let rates = [10, 20].map { tags in
            plan.tagsOfCluster = tags
            return plan.messagesPerSecond(costs).rate
        }
        #expect(abs(rates[0] - 10 * 70) < 1)
        #expect(abs(rates[1] - 10 * 140) < 1)
    }

    @Test func `the network is a limit`() {
        var costs = Costs.simple
        costs[.bytesOut, 64] = 100_000
        let plan = Plan(streams: 10, readers: 100, servers: 1, size: 64)
        let (rate, limit) = plan.messagesPerSecond(costs)
        #expect(abs(rate - 0.7 * 1.25e9 / 1e6) < 1)
        #expect(limit == .network)
    }

    @Test func `publishers and readers are limits`() {
        var costs = Costs.simple
        costs[.publishingAlone, 64] = 1000
        var plan = Plan(streams: 10, readers: 10, servers: 1, size: 64)
        plan.publishers = 3
        #expect(abs(plan.messagesPerSecond(costs).rate - 3 * 700) < 1)
        #expect(plan.messagesPerSecond(costs).limit == .publishers)
        costs[.deliveringAlone, 64] = 10_000
        #expect(abs(plan.messagesPerSecond(costs).rate - 10 * 70) < 1)
        #expect(plan.messagesPerSecond(costs).limit == .readers)
    }

    @Test func `idle readers take a part of the server`() {
        var costs = Costs.simple
        costs[.idleAlone] = 50
        let plan = Plan(streams: 10, readers: 10_000, servers: 1, size: 64)
        let (rate, limit) = plan.messagesPerSecond(costs)
        #expect(abs(rate - 0.2 / 3002e-6) < 1)
        #expect(limit == .idle)
        costs[.idleAlone] = 70
        #expect(plan.messagesPerSecond(costs).rate == 0)
    }

    @Test func `the last reader waits for all the others`() {
        let plan = Plan(streams: 10, readers: 100, servers: 1, size: 64)
        #expect(abs(plan.latency(.simple) - (100 + 32 + 32 * 0.7 / 0.6) / 1e6) < 1e-9)
    }

    @Test func `subscriptions share connections, and pay for it with a round trip`() {
        let single = Plan(streams: 100, readers: 10, of: 1, servers: 1, size: 64)
        let several = Plan(streams: 100, readers: 10, of: 2, servers: 1, size: 64)
        #expect(single.connectionsOfReader == 1)
        #expect(several.connectionsOfReader == 2)
        #expect(Plan(streams: 100, readers: 10, of: 100, servers: 1, size: 64).threadsOfReader == 2)
        var costs = Costs.simple
        let before = [single, several].map { ($0.messagesPerSecond(costs).rate, $0.latency(costs)) }
        costs[.tripCPU] = 3
        costs[.tripTime] = 20
        let after = [single, several].map { ($0.messagesPerSecond(costs).rate, $0.latency(costs)) }
        #expect(before[0] == after[0])
        #expect(before[1].0 > after[1].0)
        #expect(after[1].1 > before[1].1 + 19e-6)
    }

    @Test func `a cluster takes connections for each hash tag`() {
        var plan = Plan(streams: 1000, readers: 10, servers: 4, size: 64)
        plan.tagsOfCluster = 20
        // A reader of 100 streams needs 2 of 20 tags, with 50 streams each.
        #expect(plan.connectionsOfReader == 4)
        #expect(plan.connectionsOfPublisher == 20)
        #expect(plan.connectionsOfServer == Double(10 * 4 + 10 * 20) / 4)
        plan.tagsOfCluster = 1000
        #expect(plan.connectionsOfReader == 100)
    }

    @Test func `what doesn't fit is told`() {
        var costs = Costs.simple
        #expect(Plan(streams: 10, readers: 9990, servers: 1, size: 64).obstacles(costs).isEmpty)
        #expect(Plan(streams: 10, readers: 9991, servers: 1, size: 64).obstacles(costs) == [.connections])
        costs[.keptBytes, 64] = 1_000_000
        #expect(Plan(streams: 63, readers: 10, servers: 1, size: 64).obstacles(costs).isEmpty)
        #expect(Plan(streams: 65, readers: 10, servers: 1, size: 64).obstacles(costs) == [.memory])
    }

    private func file(_ path: String) -> URL {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        return folder.appendingPathComponent(path)
    }
}

extension Costs {

    /// Costs that are a third in batches. All costs that aren't named are zero.
    fileprivate static var simple: Costs {
        var costs = Costs()
        for cost in FixedCost.allCases { costs[cost] = 0 }
        for cost in MessageCost.allCases { for size in MessageCost.sizes { costs[cost, size] = 0 } }
        costs[.appendingAlone, 64] = 2
        costs[.readingAlone, 64] = 3
        costs[.appendingInBatches, 64] = 2.0 / 3
        costs[.readingInBatches, 64] = 1
        costs[.delay] = 100
        return costs
    }
}
