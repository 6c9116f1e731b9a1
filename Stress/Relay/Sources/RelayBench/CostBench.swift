import Foundation
import RelayPlan
import RelayRig

/// Measures the figures on which plans are based: CPU times, memory, bytes on the wire.
///
/// Other work on the machine affects CPU time less than elapsed time.
struct CostBench {

    let server: RedisServer
    let options: BenchOptions

    func run() throws {
        var costs = Costs()
        try CostsOfIdling(server: server).measure(&costs)
        try CostsOfTrips(server: server).measure(&costs)
        for size in MessageCost.sizes {
            try CostsOfMessages(server: server, size: size, rounds: options.rounds).measure(&costs)
        }
        print("\(costs.messageTable.markdown)\n\n\(costs.fixedTable.markdown)")
        if let path = options.page {
            var page = PlanPage(try String(contentsOfFile: path, encoding: .utf8))
            page.write(costs, machine: try machine())
            try page.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    /// The machine on which the figures were measured, as far as the system describes it.
    private func machine() throws -> String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split { $0.isNewline } ?? []
        let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last?
            .trimmingCharacters(in: .whitespaces)
        let version = try server.command("INFO", "server").split { $0.isNewline }
            .first { $0.hasPrefix("redis_version:") }?.split(separator: ":").last
        return "\(ProcessInfo.processInfo.activeProcessorCount) cores (\(model ?? "unknown")), "
            + "\(ProcessInfo.processInfo.operatingSystemVersionString), server \(version ?? "unknown")."
    }
}
