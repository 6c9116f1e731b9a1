import Foundation
import RelayRig

/// Measures the relay next to a plain loop, in turns, so that conditions are the same.
final class RelayBench {

    private let server: RedisServer
    private let options: BenchOptions
    private let contenders: [any Contender]
    private(set) var isWithinLimits = true

    /// The minimum throughput and the maximum latency, relative to the plain loop.
    private static let leastThroughput = 0.8, mostLatency = 1.5

    init(_ server: RedisServer, _ options: BenchOptions) {
        self.server = server
        self.options = options
        contenders = [PlainContender(server), RelayContender(server)]
    }

    func run() throws {
        print(
            "messages per second, from one thread through the server to another, medians of \(options.rounds) rounds")
        print(row(["bytes", "redis-benchmark", "plain loop", "relay", "ratio", "goal"]))
        for size in options.sizes {
            let added = try redisBenchmark(size)
            let rates = try medians { try self.rate($0, size) }
            let ratio = rates[1] / rates[0]
            if ratio < Self.leastThroughput { isWithinLimits = false }
            print(row(["\(size)", number(added), number(rates[0]), number(rates[1]), decimal(ratio), ">= 0.8"]))
        }
        print("\nmicroseconds from sending to handling, one message each 500 microseconds: p50 / p99 / p99.9")
        print(row(["bytes", "", "plain loop", "relay", "ratio p50", "goal"]))
        for size in options.sizes {
            var all: [[Double]] = [[], []]
            for _ in 0..<options.rounds {
                for (index, contender) in contenders.enumerated() {
                    let count = Int(options.seconds * 1000)
                    all[index] += try contender.delays(of: count, size: size, every: 400).dropFirst(100)
                    try server.command("FLUSHALL")
                }
            }
            let sorted = all.map { $0.sorted() }
            let ratio = sorted[1].quantile(0.5) / sorted[0].quantile(0.5)
            if ratio > Self.mostLatency { isWithinLimits = false }
            print(row(["\(size)", "", quantiles(sorted[0]), quantiles(sorted[1]), decimal(ratio), "<= 1.5"]))
        }
    }

    /// The medians of the contenders, which take turns.
    private func medians(_ measure: (any Contender) throws -> Double) throws -> [Double] {
        var results: [[Double]] = contenders.map { _ in [] }
        for _ in 0..<options.rounds {
            for (index, contender) in contenders.enumerated() {
                results[index].append(try measure(contender))
                try server.command("FLUSHALL")
            }
        }
        return results.map { $0.sorted()[$0.count / 2] }
    }

    private func rate(_ contender: any Contender, _ size: Int) throws -> Double {
        let expected = size < 10_000 ? 100_000.0 : 10_000
        let count = Int(expected * options.seconds)
        let start = nanoseconds()
        try contender.transfer(count, of: size)
        return Double(count) / Double(nanoseconds() - start) * 1e9
    }

    /// The server's throughput with its own benchmark program, in pipelines of 500.
    private func redisBenchmark(_ size: Int) throws -> Double {
        let arguments = [
            "-p", "\(server.port)", "-c", "1", "-P", "500", "-n", size < 10_000 ? "200000" : "10000", "--csv",
            "XADD", "bench", "MAXLEN", "~", "100000", "*", "d", String(repeating: "x", count: size),
        ]
        let text = try ChildProcess.run("redis-benchmark", arguments, complaintsAreRead: true).text
        try server.command("FLUSHALL")
        let last = text.split(separator: "\n").last.map(String.init) ?? ""
        let fields = last.components(separatedBy: "\",\"")
        return fields.count > 1 ? Double(fields[1]) ?? 0 : 0
    }

    private func quantiles(_ sorted: [Double]) -> String {
        [0.5, 0.99, 0.999].map { String(Int(sorted.quantile($0))) }.joined(separator: " / ")
    }

    private func number(_ value: Double) -> String { String(Int(value)) }
    private func decimal(_ value: Double) -> String { String(format: "%.2f", value) }

    private func row(_ columns: [String]) -> String {
        columns.map { String(repeating: " ", count: max(0, 18 - $0.count)) + $0 }.joined()
    }
}

extension [Double] {

    /// The value below which this share of all values is. The values must be sorted.
    fileprivate func quantile(_ share: Double) -> Double { self[Swift.min(count - 1, Int(Double(count) * share))] }
}
