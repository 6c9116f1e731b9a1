extension Costs {

    /// The computed tables of the page, by name.
    var outcomes: [(String, Table)] {
        [("server", server)] + [10, 1000, 100_000].map { ("\($0)", outcomes(ofStreams: $0)) } + [
            ("sizes", outcomesOfSizes), ("remedies", remedies), ("trees", trees),
        ]
    }

    private static let head = [
        "messages/s, delivered singly", "messages/s, batched up to 1 s", "bottleneck", "latency of the last reader",
        "memory per server", "connections per server", "connections per reader",
    ]

    /// The capacity of one server that does nothing else.
    private var server: Table {
        var table = Table(["one server, at most"] + MessageCost.sizes.map(\.bytes))
        func add(_ name: String, _ count: (Int) -> Double) {
            table.rows.append([name] + MessageCost.sizes.map { rate(count($0)) })
        }
        func perCore(_ cost: MessageCost) -> (Int) -> Double { { size in Plan.load * 1e6 / self[cost, size] } }
        add("messages/s, published singly", perCore(.appendingAlone))
        add("messages/s, published in batches", perCore(.appendingInBatches))
        add("deliveries/s, singly", perCore(.readingAlone))
        add("deliveries/s, in batches", perCore(.readingInBatches))
        add("deliveries/s, through its network") { size in Plan.load * Plan.networkBytes / self[.bytesOut, size] }
        add("idle subscriptions") { _ in Plan.load * 1e6 / self[.idleAlone] }
        return table
    }

    private func outcomes(ofStreams streams: Int) -> Table {
        var table = Table(["readers", "servers"] + Self.head)
        for readers in [10, 1000, 100_000, 1_000_000] {
            for servers in [1, 3, 12] {
                let plan = Plan(streams: streams, readers: readers, servers: servers, size: 1000)
                table.rows.append(row([readers.grouped, servers.grouped], plan))
            }
        }
        return table
    }

    private var outcomesOfSizes: Table {
        var table = Table(["bytes", "readers"] + Self.head)
        for size in MessageCost.sizes {
            for readers in [1000, 10_000] {
                let plan = Plan(streams: 1000, readers: readers, servers: 3, size: size)
                table.rows.append(row([size.grouped, readers.grouped], plan))
            }
        }
        return table
    }

    /// Pairs of plans: the first one reaches a limit, and the second one is the remedy.
    private var remedies: Table {
        var table = Table(["bottleneck → fix"] + Self.head)
        func add(_ name: String, _ plan: Plan) { table.rows.append(row([name], plan)) }
        add("100,000 readers of 1,000 streams, 1 server", Plan(streams: 1000, readers: 100_000, servers: 1, size: 1000))
        add("→ 12 servers", Plan(streams: 1000, readers: 100_000, servers: 12, size: 1000))
        var untagged = Plan(streams: 100_000, readers: 1000, servers: 12, size: 1000)
        let tagged = untagged
        untagged.tagsOfCluster = untagged.streams
        add("100,000 streams without hash tags, 1,000 readers, 12 servers", untagged)
        add("→ with 64 hash tags", tagged)
        let keyed = Plan(streams: 100_000, readers: 1000, servers: 3, size: 1000)
        add("100,000 streams, one for each key, 1,000 readers, 3 servers", keyed)
        add("→ 1,000 streams of 100 keys each", Plan(streams: 1000, readers: 1000, servers: 3, size: 1000))
        var large = Plan(streams: 1000, readers: 1000, servers: 1, size: 1000)
        let small = large
        large.kept = 100_000
        add("1,000 streams keep 100,000 messages each, 1,000 readers, 1 server", large)
        add("→ 1,000 messages each", small)
        return table
    }

    private func row(_ names: [String], _ plan: Plan) -> [String] {
        let alone = plan.messagesPerSecond(self), waiting = plan.messagesPerSecond(self, within: 1)
        let limits = plan.obstacles(self) + [alone.limit]
        let figures: [String] = [
            rate(alone.rate), rate(waiting.rate), limits.map(\.rawValue).joined(separator: ", "),
            alone.rate >= 1 ? plan.latency(self).seconds : "–", plan.memoryOfServer(self).bytes,
            plan.connectionsOfServer.rounded(digits: 2).grouped, plan.connectionsOfReader.grouped,
        ]
        return names + figures
    }

    private func rate(_ rate: Double) -> String { rate >= 1 ? rate.rounded(digits: 2).grouped : "none" }

    /// A million readers of ten streams: one server above, and servers of its readers below.
    ///
    /// The readers of the server above publish its messages to their own servers.
    private var trees: Table {
        var table = Table([
            "readers per lower server", "servers", "messages/s, delivered singly", "bottleneck",
            "latency of the last reader", "connections of the upper server", "connections per lower server",
        ])
        for branch in [1000, 3000, 10_000] {
            let count = 1_000_000 / branch
            let above = Plan(streams: 10, readers: count, of: 10, servers: 1, size: 1000)
            var below = Plan(streams: 10, readers: branch, servers: 1, size: 1000)
            below.publishers = 1
            let rates = [above, below].map { $0.messagesPerSecond(self) }
            let least = rates[0].rate < rates[1].rate ? rates[0] : rates[1]
            table.rows.append([
                branch.grouped, (count + 1).grouped, rate(least.rate),
                "\(rates[0].rate < rates[1].rate ? "upper" : "lower") \(least.limit.rawValue)",
                (above.latency(self) + below.latency(self)).seconds,
                above.connectionsOfServer.rounded(digits: 2).grouped,
                below.connectionsOfServer.rounded(digits: 2).grouped,
            ])
        }
        return table
    }
}
